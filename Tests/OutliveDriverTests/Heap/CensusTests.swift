import FoundationEssentials
import Glibc
import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveDriver

/// Censuses of an application, with a shell script in the place of the heap tier.
@Suite(.timeLimit(.minutes(5))) struct CensusTests {
    private let directory: PrivateDirectory

    init() throws { directory = try PrivateDirectory() }

    @Test func `A census is answered by a file, which the next one replaces`() async throws {
        try await withApplication(await watched()) { application in
            _ = try await application.start()
            let first = try #require(try await application.census(endingCycle: true))
            #expect(first.path.hasSuffix("-request-1.olheap"))
            #expect(access(first.path, F_OK) == 0)
            let second = try #require(try await application.census(endingCycle: false))
            #expect(second.path.hasSuffix("-request-2.olheap"))
            #expect(access(first.path, F_OK) != 0)
            #expect(second.processID == (await application.processID))
        }
    }

    @Test func `Without the heap tier there is no census, and its environment is not inherited`() async throws {
        // In a process of its own, because all tests share the environment.
        await #expect(processExitsWith: .success) {
            setenv("OUTLIVE_HEAP_FRAMES", "3", 1)
            let printing = shell("echo heap=$OUTLIVE_HEAP_FRAMES; echo up; exec sleep 1000")
            try await withApplication(configuration(launch: printing)) { application in
                _ = try await application.start()
                #expect(try await application.census(endingCycle: true) == nil)
                #expect(await application.printed.contains("heap=\n"))
            }
        }
    }

    @Test func `A census that cannot be written fails with the tier's reason`() async throws {
        let failure = try await censusFailure(
            in: await watched(answering: Self.writing("no room", to: "heap-$$-request-$n.error")))
        #expect(failure?.code == .noCensus)
        #expect(failure?.message.contains("no room") == true)
    }

    @Test func `An error without a reason means a full folder`() async throws {
        let failure = try await censusFailure(
            in: await watched(answering: Self.writing("", to: "heap-$$-request-$n.error")))
        #expect(failure?.code == .noCensus)
        #expect(failure?.message.contains("it has no free space") == true, "\(failure?.message ?? "")")
    }

    @Test func `A tier that ended before its program is not waited for`() async throws {
        let failure = try await censusFailure(
            in: await watched(answering: Self.writing(#"seccomp\n"#, to: "heap-$$-end.error")))
        #expect(failure?.code == .noCensus)
        #expect(failure?.message.hasSuffix("takes no census any more: seccomp") == true, "\(failure?.message ?? "")")
    }

    @Test func `A refusal and a failed check of the tier fail the census, each with its reason`() async throws {
        let refused = try await censusFailure(in: await watched(saying: #","refusal":"its malloc is another one""#))
        #expect(refused?.code == .heapNotServed)
        #expect(refused?.message.contains("its malloc is another one") == true)
        let blind = try await censusFailure(
            in: await watched(saying: #","controls":{"leakFound":false,"falseAlarm":false}"#))
        #expect(blind?.code == .blind)
        let newer = try await censusFailure(in: await watched(version: 99))
        #expect(newer?.message.contains("newer than") == true)
    }

    @Test func `An unresponsive process is distinguished from a stopped one`() async throws {
        let silent = try await censusFailure(in: await watched(answering: ":"), within: .milliseconds(500))
        #expect(silent?.message.contains("wrote no census within") == true)
        try await withApplication(await watched()) { application in
            _ = try await application.start()
            await application.wait(noLongerThan: .seconds(1))
            let process = try #require(await application.processID)
            kill(process, SIGSTOP)
            let failure = try await failure { try await application.census(endingCycle: true) }
            kill(process, SIGCONT)
            #expect(failure?.message.contains("is stopped") == true, "\(failure?.message ?? "")")
        }
    }

    @Test func `A process that became another program after its start record is not asked, and goes on`() async throws {
        let becoming = try await script(then: "exec sleep 1000")
        try await withApplication(await watched(launch: becoming)) { application in
            _ = try await application.start()
            let process = try #require(await application.processID)
            // The kernel shows the new program some time after the shell has announced it.
            while ProcessEntry(process)?.name != "sleep" { try await Task.sleep(for: .milliseconds(2)) }
            let failure = try await failure { try await application.census(endingCycle: true) }
            #expect(failure?.code == .noCensus)
            #expect(failure?.message.contains("it became another program") == true, "\(failure?.message ?? "")")
            #expect(ProcessEntry.isRunning(process))
        }
    }

    @Test func `A record that does not identify its program is not served, and says why`() async throws {
        let unknown = try await script(identified: false)
        let failure = try await censusFailure(in: await watched(launch: unknown))
        #expect(failure?.code == .noCensus)
        #expect(failure?.message.contains("does not identify itself") == true, "\(failure?.message ?? "")")
    }

    @Test func `A process that ends at the request is reported as ended`() async throws {
        let failure = try await censusFailure(in: await watched(answering: "exit 3"))
        #expect(failure?.code == .died)
        #expect(failure?.message.contains("ended with status 3") == true)
    }

    @Test func `Behind a wrapper, the process that greeted is asked`() async throws {
        let program = try await script()
        let wrapper = directory.path + "/wrapper"
        try await ProgramFile.write("#!/bin/sh\n\(program) &\nwait\n", to: wrapper)
        try await withApplication(await watched(launch: wrapper)) { application in
            _ = try await application.start()
            let file = try #require(try await application.census(endingCycle: true))
            #expect(file.processID != (await application.processID))
        }
    }

    @Test func `If a program starts another and ends, the other is asked, however late it greets`()
        async throws
    {
        let program = try await script()
        let parent = directory.path + "/parent"
        try await ProgramFile.write(
            """
            #!/bin/sh
            \(Self.greeting(of: "parent", signal: 36))
            (sleep 0.3; exec \(program)) >/dev/null &
            """, to: parent)
        var respawning = try await watched(launch: parent)
        respawning.ready = try Template("exit")
        try await withApplication(respawning) { application in
            _ = try await application.start()
            let file = try #require(try await application.census(endingCycle: true))
            #expect(file.processID != (await application.processID))
        }
    }

    @Test func `A tier's folder that cannot be written is the reported reason`() async throws {
        let failure = try await censusFailure(
            in: await watched(launch: shell("rm -rf $OUTLIVE_HEAP; echo up; exec sleep 1000")))
        #expect(failure?.code == .noCensus)
        #expect(failure?.message.contains("cannot write to") == true, "\(failure?.message ?? "")")
    }

    @Test func `A program in which the tier never began is not clean`() async throws {
        let failure = try await censusFailure(in: await watched(launch: shell("echo up; exec sleep 1000")))
        #expect(failure?.code == .heapNotServed)
        #expect(failure?.message.contains("did not start") == true)
    }

    @Test func `A workload without resets needs none, and a reset of it fails`() async throws {
        var configuration = try configuration(work: "exec:true")
        (configuration.reset, configuration.done) = (nil, nil)
        try await withApplication(configuration) { application in
            _ = try await application.start()
            try await application.work()
            #expect(try await application.ping() == nil)
            let failure = try await failure { try await application.reset(nil) }
            #expect(failure?.code == .resetFailed)
        }
    }

    /// The failure of the first census.
    private func censusFailure(
        in configuration: ApplicationConfiguration, within limit: Duration = .seconds(60)
    ) async throws -> Failure? {
        try await withApplication(configuration) { application in
            _ = try await application.start()
            await application.wait(noLongerThan: limit)
            return try await failure { try await application.census(endingCycle: true) }
        }
    }

    private func watched(
        launch: String? = nil, version: Int = 1, saying more: String = "", answering answer: String? = nil
    ) async throws -> ApplicationConfiguration {
        let command =
            if let launch { launch } else { try await script(version: version, saying: more, answering: answer) }
        var made = try configuration(launch: command)
        // Anything that can be preloaded does.
        made.heap = HeapSettings(library: "libm.so.6", atExit: false)
        return made
    }

    /// Commands that greet like the tier.
    private static func greeting(
        of program: String, version: Int = 1, signal: Int32, identified: Bool = true, saying more: String = ""
    ) -> String {
        let identity = #""\#(identified ? "identity" : "unknown")":{"boot":"%s","started":%s,"thread":%s}"#
        return writing(
            #"{"version":\#(version),"processID":%d,\#(identity),"executable":"\#(program)","frames":16,"#
                + #""signal":\#(signal)\#(more)}"#,
            with: #"$$ "$(cat /proc/sys/kernel/random/boot_id)" "$(cut -d" " -f22 /proc/$$/stat)" $$"#,
            to: "heap-$$.json")
    }

    /// Returns commands that write a file atomically, as the tier does: a reader could otherwise read half of it.
    private static func writing(_ format: String, with values: String = "$$", to name: String) -> String {
        "printf '\(format)' \(values) >$OUTLIVE_HEAP/part-$$; mv $OUTLIVE_HEAP/part-$$ $OUTLIVE_HEAP/\(name)"
    }

    /// A program that greets like the tier, and answers its signal like it.
    private func script(
        version: Int = 1, identified: Bool = true, saying more: String = "", answering answer: String? = nil,
        then last: String = "while :; do sleep 0.02; done"
    ) async throws -> String {
        let signal = __libc_current_sigrtmin() + 2
        let answer = answer ?? Self.writing("x", to: "heap-$$-request-$n.olheap")
        let path = directory.path + "/program"
        try await ProgramFile.write(
            """
            #!/bin/sh
            n=0
            trap 'n=$((n + 1)); \(answer.replacing("'", with: #"'\''"#))' \(signal)
            \(Self.greeting(of: "program", version: version, signal: signal, identified: identified, saying: more))
            echo up
            \(last)
            """, to: path)
        return path
    }
}
