import Glibc
import OutliveModel
import Testing

@testable import OutliveDriver

@Suite(.timeLimit(.minutes(5)))
struct ReadyTests {
    @Test(arguments: [
        (fixture + " notify", "notify"),
        (fixture + " serve tcp:{port}", "http://127.0.0.1:{port}/"),
        (fixture + " serve tcp:{port}", "http://localhost:{port}/"),
        (fixture + " serve tcp:{port}", "tcp:127.0.0.1:{port}"),
        (fixture + " serve unix:{dir}/socket", "unix:{dir}/socket"),
        (shell("echo starting; echo listening on {port} >&2; exec sleep 1000"), "line:listening on {port}$"),
        ("true", "exit"),
    ])
    func `Each readiness check recognises a ready application`(launch: String, ready: String) async throws {
        try await withApplication(configuration(launch: launch, ready: ready)) { application in
            // The second start meets the leftovers of the first one, such as a socket without a listener.
            for _ in 1...2 {
                let seconds = try await application.start()
                #expect(seconds > 0)
                #expect(seconds < 60)
            }
        }
    }

    @Test func `The time until ready includes what the application takes`() async throws {
        try await withApplication(configuration(launch: shell("sleep 0.3; echo up; exec sleep 1000"))) {
            let seconds = try await $0.start()
            #expect(seconds >= 0.3)
        }
    }

    @Test(arguments: [
        "notify", "line:never", "http://127.0.0.1:{port}/", "tcp:127.0.0.1:{port}", "unix:{dir}/s", "exit",
    ])
    func `An application that ends first is not ready under any check`(ready: String) async throws {
        let launch = shell("echo going down >&2; exit 7 # {port}")
        let failure = try await failure {
            try await withApplication(configuration(launch: launch, ready: ready)) { try await $0.start() }
        }
        #expect(failure?.code == .notReady)
        #expect(failure?.message.contains("ended with status 7") == true)
        #expect(failure?.output == "going down\n")
    }

    @Test func `A socket path that the private directory makes too long is reported before the launch`() async throws {
        let ready = "unix:{dir}/" + String(repeating: "x", count: 100)
        let failure = try await failure {
            try await withApplication(configuration(launch: "true", ready: ready)) { try await $0.start() }
        }
        #expect(failure?.code == .harness)
        #expect(failure?.message.contains("must have between 1 and 107 bytes") == true)
    }

    @Test func `A trap is reported with its reason first`() async throws {
        let reason = "App/main.swift:3: Fatal error: Index out of range"
        let script = "echo up; echo \"\(reason)\" >&2; seq 20000; kill -ILL $$"
        let failure = try await failure {
            try await withApplication(configuration(launch: shell(script), ready: "notify")) { try await $0.start() }
        }
        #expect(failure?.message.hasSuffix("was killed by SIGILL before it was ready (notify): \(reason)") == true)
        #expect(failure?.output?.hasPrefix("\(reason)\n1\n2\n") == true)
        #expect(failure?.printedBy == nil)
    }

    @Test func `An application that a signal kills is reported with the signal`() async throws {
        let failure = try await failure {
            try await withApplication(configuration(launch: shell("kill -SEGV $$"), ready: "notify")) {
                try await $0.start()
            }
        }
        #expect(failure?.message.contains("was killed by SIGSEGV") == true)
    }

    @Test(arguments: [
        ("sleep 1000", "notify"), ("sleep 1000", "line:up"), ("sleep 1000", "exit"),
        (shell("exec sleep 1000 # {port}"), "tcp:127.0.0.1:{port}"), ("sleep 1000", "unix:{dir}/s"),
        (fixture + " serve tcp:{port}", "http://127.0.0.1:{port}/broken"),
        (fixture + " serve tcp:{port}", "http://127.0.0.1:{port}/hang"),
    ])
    func `An application that never becomes ready is abandoned at the time limit`(launch: String, ready: String)
        async throws
    {
        let configuration = try configuration(launch: launch, ready: ready, timeout: .milliseconds(300))
        try await withApplication(configuration) { application in
            let failure = try await failure { try await application.start() }
            #expect(failure?.code == .notReady)
            #expect(failure?.message.contains("within 0.3 s") == true)
            let process = try #require(await application.processID)
            _ = try await application.stop()
            #expect(!isRunning(process))
        }
    }

    @Test(arguments: ["http://127.0.0.1:PORT/", "tcp:localhost:PORT"])
    func `An endpoint that already answers is never mistaken for the application`(ready: String) async throws {
        try await withApplication(configuration(launch: fixture + " serve tcp:{port}", ready: "tcp:127.0.0.1:{port}")) {
            other in
            _ = try await other.start()
            let endpoint = try #require(await other.processRun?.options.ready.endpoint)
            guard case .tcp(_, let port) = endpoint else { return }
            let ready = ready.replacing("PORT", with: "\(port)")
            try await withApplication(configuration(launch: "sleep 1000", ready: ready)) { application in
                let failure = try await failure { try await application.start() }
                #expect(failure?.code == .endpointTaken)
                #expect(failure?.message.contains(":\(port)") == true)
                #expect(await application.processID == nil)
            }
        }
    }

    @Test func `A watched application is recognised, and any other is not`() async throws {
        try await withApplication(configuration(launch: fixture + " aware good", ready: "notify")) { application in
            _ = try await application.start()
            #expect(await application.hello?.processID == application.processID)
        }
        try await withApplication(configuration(launch: fixture + " notify", ready: "notify")) { application in
            _ = try await application.start()
            #expect(await application.hello == nil)
        }
    }

    @Test func `An application with a later protocol version is not watched`() async throws {
        let script = "echo \"{\\\"version\\\":99}\" > $OUTLIVE_DIR/hello.json; echo up; exec sleep 1000"
        let failure = try await failure {
            try await withApplication(configuration(launch: shell(script))) { try await $0.start() }
        }
        #expect(failure?.code == .harness)
        #expect(failure?.message.contains("hello.json") == true)
    }
}
