import FoundationEssentials
import OutliveModel
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
    @Test(arguments: [
        "notify", "line:never", "http://127.0.0.1:{port}/", "tcp:127.0.0.1:{port}", "unix:{dir}/s", "exit",
    ])
    func `A cancelled start ends at once, and leaves nothing after the stop`(ready: String) async throws {
        try await withApplication(configuration(launch: shell("exec sleep 1000 # {port}"), ready: ready)) {
            application in
            let start = Task { try await application.start() }
            let process = try await pollUntilAnswered { await application.processID }
            start.cancel()
            await #expect(throws: CancellationError.self) { try await start.value }
            #expect(isRunning(process))
            // Also in a task that is cancelled itself.
            let stop = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await application.stop()
            }
            _ = try await stop.value
            #expect(!isRunning(process))
        }
    }

    @Test func `Every wait ends when it is cancelled`() async throws {
        let configuration = try configuration(
            launch: fixture + " aware hang", ready: "notify", reset: "signal:RTMIN+1", work: "exec:sleep 1000",
            probe: "exec:sleep 1001")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            let waits: [@Sendable () async throws -> Void] = [
                { _ = try await application.reset() },
                { try await application.work() },
                { _ = try await application.probe() },
            ]
            for wait in waits {
                let task = Task { try await wait() }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
            }
        }
    }

    @Test func `A cancelled command is killed with all that it started`() async throws {
        let directory = try PrivateDirectory()
        let file = directory.path + "/pids"
        let task = Task {
            try await Template<Action>(
                "exec:" + shell("sleep 1000 & echo $! >\(file)x; echo $$ >>\(file)x; mv \(file)x \(file); wait")
            ).sample.perform(.work)
        }
        let processes = try await pollUntilAnswered {
            (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n").compactMap { Int32($0) }
        }
        #expect(processes.count == 2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!processes.contains(where: isRunning))
    }
}
