import OutliveModel
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct AppLenderTests {
    @Test func `An exclusive application has one borrower at a time, and a cancelled one loses its turn`() async throws
    {
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        let gate = Gate()
        let order = Lines()
        let first = Task {
            try await app.withApp { lent in
                #expect(lent === app)
                await gate.pass()
                order.add("first")
            }
        }
        _ = try await pollUntilAnswered { await gate.arrived == 1 ? true : nil }
        let second = Task { try await app.withApp { _ in order.add("second") } }
        _ = try await pollUntilAnswered { app.waitingBorrowers == 1 ? true : nil }
        let third = Task { try await app.withApp { _ in order.add("third") } }
        _ = try await pollUntilAnswered { app.waitingBorrowers == 2 ? true : nil }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(order.all.isEmpty)
        await gate.open()
        try await first.value
        try await third.value
        #expect(order.all == ["first", "third"])
    }

    @Test func `An exclusive application is returned also by a test that throws`() async throws {
        struct Broken: Error {}
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        for _ in 1...2 {
            await #expect(throws: Broken.self) { try await app.withApp { _ in throw Broken() } }
        }
    }

    @Test func `Nested use by the holder of an exclusive application does not block`() async throws {
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        let way = try await app.withApp { try await $0.reset().way }
        #expect(way == .launched)
    }

    @Test func `Two exclusive applications are lent at the same time`() async throws {
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        let other = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        try await app.withApp { one in
            try await other.withApp { #expect($0 !== one) }
        }
    }
}
