import OutliveModel
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct AppPoolTests {
    private func pool(_ count: Int, _ applications: [ScriptedApplication]) throws -> AppPool<HostedSettings> {
        try AppPool(count: count, ScriptedLauncher(all: applications), policy: .allow)
    }

    @Test func `Instances are created on demand, and reused`() async throws {
        let pool = try pool(2, [ScriptedApplication(), ScriptedApplication()])
        for _ in 1...3 { try await pool.withApp { _ = try await $0.reset() } }
        #expect(await pool.apps.count == 1)
        try await pool.withApp { one in
            try await pool.withApp { other in #expect(one !== other) }
        }
        #expect(await pool.apps.count == 2)
    }

    @Test func `The first in line gets the next free instance`() async throws {
        let pool = try pool(1, [ScriptedApplication()])
        let gate = Gate()
        let order = Lines()
        var tasks = [Task { try await pool.withApp { _ in await gate.pass() } }]
        _ = try await pollUntilAnswered { await gate.arrived == 1 ? true : nil }
        for number in 1...4 {
            tasks.append(Task { try await pool.withApp { _ in order.add("\(number)") } })
            _ = try await pollUntilAnswered { pool.waiting == number ? true : nil }
        }
        // One that is cancelled is left out.
        tasks[2].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[2].value }
        await gate.open()
        for task in [tasks[0], tasks[1], tasks[3], tasks[4]] { try await task.value }
        #expect(order.all == ["1", "3", "4"])
        #expect(await pool.apps.count == 1)
    }

    @Test func `An instance is returned also by a test that throws`() async throws {
        struct Broken: Error {}
        let pool = try pool(1, [ScriptedApplication()])
        for _ in 1...2 {
            await #expect(throws: Broken.self) { try await pool.withApp { _ in throw Broken() } }
        }
    }

    @Test func `A crashed instance is lent last, and recovers by a relaunch`() async throws {
        let applications = [ScriptedApplication(), ScriptedApplication()]
        let pool = try pool(2, applications)
        try await pool.withApp { first in
            try await pool.withApp { second in
                try await first.reset()
                try await second.reset()
            }
        }
        let apps = await pool.apps
        // The second came back first, so it is next; it dies.
        try await pool.withApp { app in
            #expect(app === apps[1])
            await applications[1].die()
        }
        for _ in 1...3 { try await pool.withApp { #expect($0 === apps[0]) } }
        try await pool.withApp { _ in
            try await pool.withApp { dead in
                #expect(dead === apps[1])
                guard case .relaunched(.fallback(let failure)) = try await dead.reset().way else {
                    Issue.record("not relaunched")
                    return
                }
                #expect(failure.code == .died)
            }
        }
    }

    @Test func `An instance that a test leaves unfinished is stopped before it is lent again`() async throws {
        let application = ScriptedApplication { call, number in
            if case .reset = call, number == 1 { try await Task.sleep(for: .seconds(1000)) }
        }
        let pool = try pool(1, [application])
        let task = Task {
            try await pool.withApp { app in
                try await app.reset()
                try await app.reset()
            }
        }
        _ = try await pollUntilAnswered { await application.calls.count == 2 ? true : nil }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await pool.withApp { app in
            #expect(await application.calls.last == .stop)
            let ready = try await app.reset()
            #expect(ready.way == .launched)
        }
    }

    @Test func `A pool stops all that it launched, and can be used after`() async throws {
        let applications = [ScriptedApplication(), ScriptedApplication()]
        let pool = try pool(2, applications)
        try await pool.withApp { first in
            try await pool.withApp { second in
                try await first.reset()
                try await second.reset()
            }
        }
        try await pool.stop()
        for application in applications { #expect(await application.calls.last == .stop) }
        let ready = try await pool.withApp { try await $0.reset() }
        #expect(ready.way == .launched)
    }

    @Test func `A pool without instances, or with instances that would clash, is refused`() throws {
        #expect(throws: UsageError.self) { try pool(0, []) }
        var launcher = ScriptedLauncher(ScriptedApplication(), ScriptedApplication())
        launcher.isolatesInstances = false
        let clash = #expect(throws: UsageError.self) { try AppPool<HostedSettings>(count: 2, launcher) }
        #expect(clash?.message.contains("{port}") == true)
        #expect(throws: Never.self) { try AppPool<HostedSettings>(count: 1, launcher) }
    }
}
