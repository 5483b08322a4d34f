import FoundationEssentials
import Glibc
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

/// Arms that put another process in place of the running one.
@Suite(.timeLimit(.minutes(5)))
struct ReplacementTests {
    private func launcher(_ launch: String, ready: String, _ arm: String, probe: String? = nil) throws
        -> ProcessLauncher
    {
        var compared = try ApplicationConfiguration(
            launch: Template(launch), ready: Template(ready), reset: nil, probe: probe.map { try Template($0) },
            timeout: .seconds(60), settle: .milliseconds(100), leaks: .off)
        try compared.compare([ArmOption(parsing: "relaunch=relaunch"), ArmOption(parsing: "other=\(arm)")])
        return try ProcessLauncher(compared)
    }

    @Test func `A spare takes the place of the running process, and another one is started`() async throws {
        let application = try await launcher(
            fixture + " serve tcp:{port}", ready: "http://127.0.0.1:{port}/", "spare",
            probe: "http://127.0.0.1:{port}/"
        ).application(instance: 1, arm: Arm(rawValue: "other"))
        _ = try await application.start()
        var seen: [Int32] = []
        for _ in 1...3 {
            seen.append(try #require(await application.traces?.processID))
            #expect(try await application.probe() != nil)
            #expect(try await application.reset() > 0)
            #expect(await application.death() == nil)
        }
        #expect(Set(seen).count == 3)
        #expect(seen.allSatisfy { !isRunning($0) })
        let last = try #require(await application.traces?.processID)
        _ = try await application.stop()
        #expect(!isRunning(last))
    }

    @Test func `A spare that has ended is a failed reset, with the reason`() async throws {
        let folder = try PrivateDirectory()
        let application = try await launcher(
            shell("echo $$ >\(folder.path)/{instance}; echo up; exec sleep 1000"), ready: "line:^up$", "spare"
        ).application(instance: 1, arm: Arm(rawValue: "other"))
        _ = try await application.start()
        // The spares are numbered after the arms.
        let text = try String(contentsOfFile: folder.path + "/3", encoding: .utf8)
        let spare = try #require(pid_t(text.split(separator: "\n")[0]))
        kill(spare, SIGKILL)
        while isRunning(spare) { try await Task.sleep(for: .milliseconds(5)) }
        let failure = try await failure { try await application.reset() }
        #expect(failure?.code == .resetFailed)
        #expect(failure?.message.contains("was killed by SIGKILL before it was swapped in") == true)
        _ = try await application.stop()
    }

    @Test func `A checkpoint is restored with its files, as often as it is asked for`() async throws {
        guard await (try? Checkpoint.checkSupport()) != nil else { return }
        let application = try await launcher(fixture + " serve unix:{dir}/s", ready: "unix:{dir}/s", "checkpoint")
            .application(instance: 1, arm: Arm(rawValue: "other"))
        _ = try await application.start()
        let directory = try #require(await application.traces?.directory)
        let process = try #require(await application.traces?.processID)
        for _ in 1...2 {
            try "left".write(toFile: directory + "/left", atomically: true, encoding: .utf8)
            #expect(try await application.reset() > 0)
            #expect(await application.traces?.processID == process)
            #expect(!FileManager.default.fileExists(atPath: directory + "/left"))
            #expect(await application.state()?.facts[.listeners]?.isEmpty == false)
        }
        _ = try await application.stop()
        #expect(!isRunning(process))
    }
}
