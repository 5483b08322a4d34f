import FoundationEssentials
import Glibc
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct LaunchTests {
    @Test(arguments: ["no-such-program-here", "/no/such/program"])
    func `A missing program is named`(program: String) async throws {
        let failure = try await failure {
            try await withApplication(configuration(launch: "\(program) --x")) { try await $0.start() }
        }
        #expect(failure?.code == .launch)
        #expect(failure?.message.contains(program) == true)
        #expect(failure?.message.contains("there is no such ") == true)
    }

    @Test func `A file that cannot be executed differs from a missing one`() async throws {
        let directory = try PrivateDirectory()
        try "hello".write(toFile: directory.path + "/file", atomically: true, encoding: .utf8)
        let failure = try await failure {
            try await withApplication(configuration(launch: directory.path + "/file")) { try await $0.start() }
        }
        #expect(failure?.code == .launch)
        #expect(failure?.message.contains("is not executable") == true)
    }

    @Test
    func `A process leads its group, reads nothing, and has default signals and no extra descriptors`() async throws {
        let script = """
            echo "$(cut -d" " -f5 /proc/$$/stat) $$"; readlink /proc/$$/fd/0; ls /proc/$$/fd | tr "\\n" " "; echo;
            grep -E "Sig(Blk|Ign)" /proc/self/status; echo up; exec sleep 1000
            """
        try await withApplication(configuration(launch: shell(script.replacing("\n", with: " ")))) { application in
            _ = try await application.start()
            let lines = await application.printed.split(separator: "\n").map(String.init)
            let process = try #require(await application.processID)
            #expect(lines[0] == "\(process) \(process)")
            #expect(lines[1] == "/dev/null")
            #expect(lines[2].split(separator: " ").prefix(3) == ["0", "1", "2"])
            #expect(lines[3] == "SigBlk:\t0000000000000000")
            // All but the two that glibc keeps for itself, and that its `posix_spawn` leaves ignored.
            #expect(["0000000000000000", "0000000180000000"].contains(lines[4].dropFirst("SigIgn:\t".count)))
        }
    }

    @Test func `A watched application gets the report directory, and inherits everything else`() async throws {
        let script =
            """
            echo $OUTLIVE_SETTLE-$OUTLIVE_LEAKS-$HOME; test -S $NOTIFY_SOCKET && stat -c %a $OUTLIVE_DIR;
            echo up; exec sleep 1000
            """
        try await withApplication(configuration(launch: shell(script), leaks: .off)) { application in
            _ = try await application.start()
            let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
            #expect(await application.printed == "0.1-off-\(home)\n700\nup\n")
        }
        try await withApplication(configuration(launch: shell("echo \"[$OUTLIVE_LEAKS]\"; echo up; exec sleep 1000"))) {
            _ = try await $0.start()
            #expect(await $0.printed == "[]\nup\n")
        }
    }

    @Test func `A daemon that drops root reaches its directory, which stays private`() throws {
        let root = try PrivateDirectory()
        let inner = try root.makeEmptyDirectory("0")
        #expect(try mode(of: root.path) == (geteuid() == 0 ? 0o711 : 0o700))
        #expect(try mode(of: inner) == 0o700)
    }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    @Test func `Megabytes of output neither block the process nor are kept`() async throws {
        let script = "head -c 8000000 /dev/zero | tr \"\\\\0\" \"a\"; echo; echo up; exec sleep 1000"
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            let output = try #require(await application.processRun).channels.output
            #expect(output.received == 8_000_004)
            #expect(output.tail.count == 65_536)
        }
    }

    @Test func `A process that obeys the signal is not killed`() async throws {
        let script = "trap \"echo bye; exit 0\" USR1; echo up; while :; do sleep 0.01; done"
        let policy = StopPolicy(signal: try SignalNumber(parsing: "USR1"), grace: .seconds(60))
        try await withApplication(configuration(launch: shell(script), stop: policy)) { application in
            _ = try await application.start()
            let child = try #require(await application.processRun).child
            #expect(try await application.stop() > 0)
            #expect(child.exit.current?.status == .exited(0))
        }
    }

    @Test func `A process that ignores the signal is killed after the grace period`() async throws {
        let script = "trap \"\" TERM; echo up; while :; do sleep 1; done"
        try await withApplication(configuration(launch: shell(script), stop: StopPolicy(grace: .milliseconds(200)))) {
            _ = try await $0.start()
            let child = try #require(await $0.processRun).child
            _ = try await $0.stop()
            #expect(await $0.graceOfLastStop >= 0.2)
            #expect(child.exit.current?.status == .killed(SIGKILL))
            #expect(!isRunning(child.processID))
        }
    }

    @Test func `A process that cannot be waited for has no exit status`() {
        let exit = ProcessExit.await(processID: getpid())
        #expect(exit.status == .unknown)
        #expect(!exit.isSuccess)
    }

    @Test func `Children that a process leaves behind are killed with it`() async throws {
        let script = "sleep 1000 & echo $!; (trap \"\" TERM; exec sleep 1000) & echo $!; echo up; wait"
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            let children = await application.printedProcessIDs
            #expect(children.count == 2)
            #expect(children.allSatisfy(isRunning))
            _ = try await application.stop()
            #expect(!children.contains(where: isRunning))
        }
    }

    @Test func `Children are killed also when the process has ended before them`() async throws {
        try await withApplication(configuration(launch: shell("sleep 1000 & echo $!; echo up; exec sleep 1000"))) {
            application in
            _ = try await application.start()
            let orphan = try #require(await application.printedProcessIDs.first)
            let child = try #require(await application.processRun).child
            kill(child.processID, SIGKILL)
            _ = try await child.exit.get()
            #expect(isRunning(orphan))
            #expect(try await application.stop() == 0)
            #expect(!isRunning(orphan))
        }
    }

    @Test
    func `A daemon with a session of its own, whose parent has ended, is killed with the application`() async throws {
        let script = """
            (setsid sh -c "echo \\$\\$ >{dir}/daemon; exec sleep 1000" &)
            until [ -s {dir}/daemon ]; do sleep 0.01; done;
            cat {dir}/daemon; echo up; exec sleep 1000
            """
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            let daemon = try #require(await application.printedProcessIDs.first)
            let child = try #require(await application.processID)
            #expect(isRunning(daemon) && getsid(daemon) == daemon && getpgid(daemon) != child)
            _ = try await application.stop()
            #expect(!isRunning(daemon))
        }
    }

    @Test func `A child in a session of its own and without its environment is killed with its parent`() async throws {
        let script =
            "env -i /usr/bin/setsid /bin/sleep 1000 & echo $!; "
            + "until [ $(ps -o sid= $!) = $! ]; do sleep 0.01; done; echo up; wait"
        try await withApplication(configuration(launch: shell(script))) { application in
            _ = try await application.start()
            let child = try #require(await application.printedProcessIDs.first)
            #expect(isRunning(child) && getsid(child) == child)
            _ = try await application.stop()
            #expect(!isRunning(child))
        }
    }

    @Test func `Stopping a process that is not running has no effect`() async throws {
        try await withApplication(configuration()) { application in
            #expect(try await application.stop() == 0)
            _ = try await application.start()
            #expect(try await application.stop() > 0)
            #expect(try await application.stop() == 0)
        }
    }

    @Test func `A second start replaces the process`() async throws {
        try await withApplication(configuration()) { application in
            _ = try await application.start()
            let first = try #require(await application.processID)
            _ = try await application.start()
            #expect(await application.processID != first)
            #expect(!isRunning(first))
        }
    }

    @Test func `The last resort kills the processes that were not stopped`() async throws {
        // In another process, as it would end what other tests have launched.
        await #expect(processExitsWith: .success) {
            let sleep = Command(program: "sleep", arguments: ["1000"])
            let children = [
                try ChildProcess.spawn(
                    sleep, mark: .command(), environment: [:], output: OutputBuffer(limit: 10)),
                try ChildProcess.spawn(
                    sleep, mark: .command(), environment: [:], output: OutputBuffer(limit: 10)),
            ]
            try await children[0].end(nil)
            killLaunchedProcesses()
            let exit = try await children[1].exit.get()
            #expect(exit.status == .killed(SIGKILL))
            let failure = try await failure {
                try ChildProcess.spawn(
                    sleep, mark: .command(), environment: [:], output: OutputBuffer(limit: 10))
            }
            #expect(failure?.message.contains("about to end") == true)
        }
    }

    @Test func `The last resort also kills a process that is being started`() async throws {
        await #expect(processExitsWith: .success) {
            let sleep = Command(program: "sleep", arguments: ["1000"])
            // Not all will be started before it, nor all after it.
            let starts = (1...8).map { _ in
                Task {
                    try? ChildProcess.spawn(
                        sleep, mark: .command(), environment: [:], output: OutputBuffer(limit: 10))
                }
            }
            killLaunchedProcesses()
            for start in starts {
                if let child = await start.value {
                    let exit = try await child.exit.get()
                    #expect(exit.status == .killed(SIGKILL))
                }
            }
        }
    }

    @Test
    func `Each instance has its own directory, empty at every launch and removed with the process`() async throws {
        let launch = shell(
            """
            echo {instance}; stat -c %a {dir}; ls -A {dir}; mkdir {dir}/deep; touch {dir}/mark {dir}/deep/mark;
            echo up; exec sleep 1000
            """
        )
        var launcher: ProcessLauncher? = try ProcessLauncher(configuration(launch: launch))
        var first = try await launcher?.application(instance: 0) as? ProcessApplication
        var second = try await launcher?.application(instance: 1) as? ProcessApplication
        _ = try await first?.start()
        #expect(await first?.printed == "0\n700\nup\n")
        _ = try await second?.start()
        #expect(await second?.printed == "1\n700\nup\n")
        let watch = try #require(await first?.processRun).directory.path
        _ = try await first?.stop()
        #expect(!FileManager.default.fileExists(atPath: watch))
        let root = URL(filePath: watch).deletingLastPathComponent().path
        #expect(!FileManager.default.fileExists(atPath: root + "/0"))
        #expect(FileManager.default.fileExists(atPath: root + "/1/mark"))
        _ = try await first?.start()
        #expect(await first?.printed == "0\n700\nup\n")
        _ = try await first?.stop()
        _ = try await second?.stop()
        #expect(FileManager.default.fileExists(atPath: root))
        (first, second, launcher) = (nil, nil, nil)
        // The thread that ran a released object last may hold it for a moment.
        try await pollUntilAnswered { FileManager.default.fileExists(atPath: root) ? nil : () }
    }

    @Test func `The work is performed as often as a use repeats it, and a plan says how often`() async throws {
        let directory = try PrivateDirectory()
        let file = directory.path + "/done"
        var repeated = try configuration(work: "exec:" + shell("echo done >> \(file)"))
        #expect(repeated.plannedWork == repeated.work?.text)
        repeated.workRepeat = 3
        #expect(repeated.plannedWork?.hasSuffix(", 3 times") == true)
        try await withApplication(repeated) { application in
            _ = try await application.start()
            try await application.work()
            try await application.work()
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 6)
    }

    @Test func `The vitals of a process count its memory, threads and descriptors, and end with it`() async throws {
        // The shell stays, as it has more to do after the sleep.
        try await withApplication(configuration(launch: shell("echo up; sleep 1000; :"))) { application in
            _ = try await application.start()
            let vitals = try #require(await application.vitals())
            #expect(vitals.threads == 1)
            #expect(vitals.descriptors == 3)
            #expect(vitals.residentBytes > 100_000)
            _ = try await application.stop()
            #expect(await application.vitals() == nil)
        }
    }
}
