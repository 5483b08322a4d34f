import OutliveModel
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct AppLenderTests {
    @Test func `An application alone is lent to one at a time, and who is cancelled gives the turn up`() async throws {
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

    @Test func `An application alone comes back also from a test that throws`() async throws {
        struct Broken: Error {}
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        for _ in 1...2 {
            await #expect(throws: Broken.self) { try await app.withApp { _ in throw Broken() } }
        }
    }

    @Test func `Who has an application for itself is not held up when it uses it`() async throws {
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        let way = try await app.withApp { try await $0.reset().way }
        #expect(way == .launched)
    }

    @Test func `Two applications alone are lent at the same time`() async throws {
        let app = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        let other = AppUnderTest<HostedSettings>(ScriptedLauncher(ScriptedApplication()))
        try await app.withApp { one in
            try await other.withApp { #expect($0 !== one) }
        }
    }
}
