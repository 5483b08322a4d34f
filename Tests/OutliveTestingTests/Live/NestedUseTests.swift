import OutliveDriver
import OutliveSupport
import Testing

@testable import OutliveTesting

/// Uses of the application by a test that already has it.
struct NestedUseTests {
    static let pool = HostSettings.pool(of: 2)

    @Test(.liveReset(pool))
    func `Of two concurrent uses within a test the second is refused`() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (refused, refuse) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = withLiveReset(Self.pool, settings: HostSettings(label: "first")) { _ in
            enter.finish()
            for await _ in refused {}
        }
        for await _ in entered {}
        let error = await #expect(throws: LiveResetError.self) {
            try await withLiveReset(Self.pool, settings: HostSettings(label: "second")) { _ in }
        }
        #expect(error?.description.contains("one after the other") == true)
        #expect(error?.description.contains("\n") == false)
        refuse.finish()
        try await first
        try await withLiveReset(Self.pool, settings: HostSettings(label: "third")) { live in
            try await live.app.prints("built third")
        }
    }

    @Test(.liveReset(pool, settings: HostSettings(label: "outer"), fixture: .newDocument(named: "outer.txt")))
    func `After a nested use the application has the test's own settings and fixture again`() async throws {
        let outer = try LiveApp<HostSettings>.current
        let built = "built outer 1 \(outer.fixture ?? "?")"
        try await outer.app.prints(built)
        try await withLiveReset(
            Self.pool, settings: HostSettings(label: "inner"), fixture: .newDocument(named: "inner.txt")
        ) { live in
            try await live.app.prints("built inner 1 \(live.fixture ?? "?")")
        }
        try await outer.app.prints(built, times: 2)
        try await withLiveReset(Self.pool, failingOn: []) { _ in }
        try await outer.app.prints(built, times: 3)
    }

    @Test func `A test that returns during a nested use fails`() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let within = Lock<Task<Void, any Error>?>(nil)
        let error = await #expect(throws: LiveResetError.self) {
            try await withLiveReset(Self.pool) { _ in
                let task = Task {
                    try await withLiveReset(Self.pool) { _ in
                        enter.finish()
                        for await _ in ended {}
                    }
                }
                within.withLock { $0 = task }
                for await _ in entered {}
            }
        }
        #expect(error?.description.contains("await it in the test") == true)
        end.finish()
        try await within.withLock { $0 }?.value
    }

    @Test func `A use that begins after its test is refused`() async throws {
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let late = try await withLiveReset(Self.pool) { _ in
            Task {
                for await _ in ended {}
                try await withLiveReset(Self.pool) { _ in }
            }
        }
        end.finish()
        await #expect(throws: LiveResetError.self) { try await late.value }
    }
}
