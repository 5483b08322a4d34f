import FoundationEssentials
import Glibc
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct ResetTests {
    /// A program that speaks Outlive's conventions.
    private func aware(_ behaviour: String) throws -> ApplicationConfiguration {
        try configuration(launch: fixture + " aware " + behaviour, ready: "notify", reset: "signal:RTMIN+1")
    }

    /// An HTTP server.
    private func server(reset: String) throws -> ApplicationConfiguration {
        try configuration(
            launch: fixture + " serve tcp:{port}", ready: "http://127.0.0.1:{port}/", reset: reset,
            probe: "http://127.0.0.1:{port}/")
    }

    @Test func `Resets and pings of an aware application are numbered, and each generation is reported`() async throws {
        try await withApplication(aware("good")) { application in
            for _ in 1...2 {
                _ = try await application.start()
                #expect(try await application.settled() == nil)
                for generation in 1...3 {
                    #expect(try await application.reset() > 0)
                    let report = try #require(try await application.settled())
                    #expect(report.generation == generation)
                    // Every reset is followed by a ping, which has a number too.
                    #expect(report.reply?.request == 2 * generation - 1)
                    #expect(try await #require(application.ping()) > 0)
                }
            }
        }
    }

    @Test func `An application without a handler for the reset signal is reported as such`() async throws {
        let configuration = try configuration(
            launch: shell("echo up; exec sleep 1000"), reset: "signal:USR1", done: "line:^again$")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .died)
            #expect(
                failure?.message.hasSuffix(
                    "was killed by SIGUSR1 in the reset: it has no handler for SIGUSR1; it was probably built without "
                        + "the trait LiveReset, or --reset names the wrong signal") == true)
        }
    }

    @Test func `A request reaches the application behind a wrapper`() async throws {
        let launch = "sh -c \"" + fixture + " aware good; true\""
        let configuration = try configuration(launch: launch, ready: "notify", reset: "signal:RTMIN+1")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            #expect(await application.hello?.processID != application.processID)
            _ = try await application.reset()
            #expect(try await application.settled()?.generation == 1)
        }
    }

    @Test func `The answer to another request is ignored`() async throws {
        try await withApplication(aware("stray")) { application in
            _ = try await application.start()
            _ = try await application.reset()
            #expect(try await application.settled()?.generation == 1)
        }
    }

    @Test func `A crash in a reset is reported at once, with the output`() async throws {
        try await withApplication(aware("crash")) { application in
            _ = try await application.start()
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .died)
            #expect(failure?.message.contains("ended with status 9") == true)
            #expect(failure?.output == "crashed in the reset\n")
            // It stays failed, until it is launched again.
            let again = try await OutliveDriverTests.failure { try await application.reset() }
            #expect(again?.code == .died)
        }
    }

    @Test func `A reset that hangs is abandoned at the time limit`() async throws {
        try await withApplication(aware("hang")) { application in
            _ = try await application.start()
            await application.wait(noLongerThan: .seconds(1))
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .resetFailed)
            #expect(failure?.message.contains("within 1 s") == true)
        }
    }

    @Test func `An application that reports itself unusable is believed`() async throws {
        try await withApplication(aware("unusable")) { application in
            _ = try await application.start()
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .resetFailed)
            #expect(failure?.message.contains("rebuild/store threw") == true)
        }
    }

    @Test(arguments: [("silent", "within"), ("garbled", "cannot be read"), ("newer", "version 2")])
    func `A missing or unreadable report is a failure`(behaviour: String, reason: String) async throws {
        try await withApplication(aware(behaviour)) { application in
            _ = try await application.start()
            _ = try await application.reset()
            if behaviour == "silent" { await application.wait(noLongerThan: .seconds(1)) }
            let failure = try await failure { try await application.settled() }
            #expect(failure?.code == .noGenerationReport)
            #expect(failure?.message.contains(reason) == true)
        }
    }

    @Test func `A report that was written before the end counts`() async throws {
        try await withApplication(aware("parting")) { application in
            _ = try await application.start()
            // The answer and the end come together: the end may be seen first.
            _ = try? await application.reset()
            let process = try #require(await application.processRun)
            _ = try await process.child.exit.get()
            #expect(try process.directory.report(of: 1)?.registered == 3)
        }
    }

    @Test func `An application that ends just after its acknowledgement was not reset`() async throws {
        // A busy machine takes its time to end a process.
        try await withApplication(aware("parting"), aftermath: .seconds(60)) { application in
            _ = try await application.start()
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .died)
            #expect(await application.death()?.code == .died)
            _ = try await application.start()
            #expect(await application.death() == nil)
        }
    }

    @Test func `A service with systemd's protocol is reset by its signal`() async throws {
        let configuration = try configuration(launch: fixture + " notify", ready: "notify", reset: "signal:HUP")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            for _ in 1...3 { #expect(try await application.reset() > 0) }
            #expect(try await application.settled() == nil)
            #expect(try await application.ping() == nil)
            // Its output and its notifications arrive by different channels.
            let printed = try await pollUntilAnswered {
                let printed = await application.printed
                return printed.count { $0 == "\n" } < 3 ? nil : printed
            }
            #expect(printed == "reloading\nreloading\nreloading\n")
        }
    }

    @Test func `A line can acknowledge a reset`() async throws {
        let script = "trap \"echo loaded again\" HUP; echo up; while :; do sleep 0.01; done"
        let configuration = try configuration(launch: shell(script), reset: "signal:HUP", done: "line:again$")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            for _ in 1...2 { #expect(try await application.reset() > 0) }
        }
    }

    @Test func `A reset by a request is done when it is answered`() async throws {
        try await withApplication(server(reset: "http://127.0.0.1:{port}/reset")) { application in
            _ = try await application.start()
            #expect(try await application.reset() > 0)
            #expect(try await application.probe() == Array("reset 1 times\n".utf8))
            #expect(try await #require(application.ping()) > 0)
        }
    }

    @Test
    func `Work and probe receive the number that acknowledges each reset, from 0 at every launch`()
        async throws
    {
        let configuration = try configuration(
            launch: fixture + " serve tcp:{port}", ready: "http://127.0.0.1:{port}/generation/{reset}",
            reset: "http://127.0.0.1:{port}/reset", done: "http://127.0.0.1:{port}/generation/{reset}",
            work: "http://127.0.0.1:{port}/generation/{reset}", probe: "exec:echo {reset}")
        try await withApplication(configuration) { application in
            for _ in 1...2 {
                _ = try await application.start()
                #expect(try await application.probe() == Array("0\n".utf8))
                for reset in 1...3 {
                    try await application.work()
                    #expect(try await application.reset() > 0)
                    #expect(try await application.probe() == Array("\(reset)\n".utf8))
                }
                #expect(try await #require(application.ping()) > 0)
            }
        }
    }

    @Test func `The reset command contains the number, and commands are found beside the options`() async throws {
        var configuration = try configuration(
            reset: "exec:" + shell("echo $0 $1 >>{dir}/resets").replacing("'", with: "\"") + " {here} {reset}",
            probe: "exec:cat {dir}/resets")
        configuration.here = "/a b/recipes"
        try await withApplication(configuration) { application in
            _ = try await application.start()
            for _ in 1...2 { #expect(try await application.reset() > 0) }
            #expect(try await application.probe() == Array("/a b/recipes 1\n/a b/recipes 2\n".utf8))
        }
    }

    @Test
    func `A healthy answer before the reset acknowledges nothing, even after a relaunch`() async throws {
        let configuration = try configuration(
            launch: fixture + " serve tcp:{port}", ready: "http://127.0.0.1:{port}/", reset: "exec:true",
            done: "http://127.0.0.1:{port}/")
        try await withApplication(configuration) { application in
            _ = try await application.start()
            let process = await application.processID
            let failure = try await failure { try await application.resetOrRelaunch() }
            #expect(failure?.code == .falseAcknowledgement)
            #expect(failure?.message.contains("with success before the reset is requested") == true)
            #expect(await application.processID == process)
        }
    }

    @Test(arguments: [("broken", "status 500"), ("crash", "ended with status 9"), ("hang", "within 1 s")])
    func `A refused, dropped or unanswered request is a failed reset`(path: String, reason: String)
        async throws
    {
        try await withApplication(server(reset: "http://127.0.0.1:{port}/\(path)")) { application in
            _ = try await application.start()
            if path == "hang" { await application.wait(noLongerThan: .seconds(1)) }
            let failure = try await failure { try await application.reset() }
            // A crash may first be seen as a closed connection.
            #expect(failure?.code == (path == "crash" ? .died : .resetFailed))
            #expect(failure?.message.contains(reason) == true)
        }
    }

    @Test func `A reset by a command is done when it succeeds`() async throws {
        try await withApplication(
            configuration(reset: "exec:" + shell("echo $0 >>{dir}/resets"), probe: "exec:cat {dir}/resets")
        ) {
            _ = try await $0.start()
            for _ in 1...2 { #expect(try await $0.reset() > 0) }
            #expect(try await $0.probe() == Array("sh\nsh\n".utf8))
            #expect(try await $0.ping() == nil)
        }
    }

    @Test func `A failed command is a failed reset, with its output`() async throws {
        try await withApplication(configuration(reset: "exec:" + shell("echo no way >&2; exit 4"))) { application in
            _ = try await application.start()
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .resetFailed)
            #expect(failure?.message.contains("ended with status 4") == true)
            #expect(failure?.output == "no way\n")
        }
    }

    @Test func `A program that is not running cannot be reset`() async throws {
        try await withApplication(configuration()) { application in
            let failure = try await failure { try await application.reset() }
            #expect(failure?.code == .resetFailed)
        }
    }

    @Test func `An ended application is the reported reason, not the missed acknowledgement`() async throws {
        try await withApplication(configuration(work: "exec:false")) { application in
            _ = try await application.start()
            let child = try #require(await application.processRun).child
            kill(child.processID, SIGABRT)
            let work = try await failure { try await application.work() }
            #expect(work?.code == .command)
            #expect(work?.message.contains("SIGABRT") == true)
            let reset = try await failure { try await application.reset() }
            #expect(reset?.code == .died)
            #expect(reset?.message.contains("SIGABRT before the reset") == true)
        }
    }

    @Test func `A probe returns the bytes of standard output, and failing work is reported`() async throws {
        let configuration = try configuration(
            work: "exec:" + shell("echo oops; exit 3"), probe: "exec:" + shell("echo noise >&2; printf \"a\\\\000b\""))
        try await withApplication(configuration) { application in
            _ = try await application.start()
            #expect(try await application.probe() == [0x61, 0, 0x62])
            let failure = try await failure { try await application.work() }
            #expect(failure?.code == .command)
            #expect(failure?.message.contains("the work") == true)
            #expect(failure?.output == "oops\n")
            #expect(failure?.printedBy == .work)
            #expect(failure?.output == "oops\n")
        }
    }

    @Test func `Commands are not mistaken for watched applications`() async throws {
        try await withApplication(
            configuration(probe: "exec:" + shell("echo $OUTLIVE_DIR$NOTIFY_SOCKET$OUTLIVE_SETTLE"))
        ) {
            _ = try await $0.start()
            #expect(try await $0.probe() == [0x0a])
        }
    }

    @Test func `A failed reset is replaced by a relaunch, whose cost is counted`() async throws {
        try await withApplication(aware("crash")) { application in
            _ = try await application.start()
            let crashed = try #require(await application.processID)
            let outcome = try await application.resetOrRelaunch()
            #expect(outcome.failure?.code == .died)
            #expect(outcome.seconds > 0)
            let process = try #require(await application.processID)
            #expect(process != crashed && isRunning(process))
        }
    }
}
