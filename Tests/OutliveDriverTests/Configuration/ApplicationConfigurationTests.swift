import Testing

@testable import OutliveDriver

struct ApplicationConfigurationTests {
    @Test(arguments: [
        ("notify", "signal:HUP", DoneSignal.notify), ("notify", "exec:true", .exit),
        ("http://localhost/", "http://localhost/reset", .response), ("tcp:h:1", "http", .response),
        ("exit", "exec:true", .exit),
    ])
    func `A reset is acknowledged as its trigger suggests`(ready: String, reset: String, done: DoneSignal) throws {
        #expect(try configuration(ready: ready, reset: reset).done?.sample == done)
    }

    @Test(arguments: ["tcp:h:1", "line:up"])
    func `A signal to a program that does not notify needs an acknowledgement`(ready: String) throws {
        let error = #expect(throws: UsageError.self) { try configuration(ready: ready, reset: "signal:HUP") }
        #expect(error?.message.contains("--done") == true)
        #expect(try configuration(ready: ready, reset: "signal:HUP", done: "line:again").done?.text == "line:again")
    }

    @Test(arguments: [
        ("notify", "signal:HUP", "exit"), ("notify", "http://h/", "exit"), ("notify", "signal:HUP", "response"),
        ("exit", "signal:HUP", "notify"), ("exit", "http", "line:again"), ("notify", "http", "exit"),
    ])
    func `Contradicting options are refused`(ready: String, reset: String, done: String) {
        #expect(throws: UsageError.self) { try configuration(ready: ready, reset: reset, done: done) }
    }

    @Test(arguments: [
        ("tcp:127.0.0.1:{port}", "exec:true", "--ready"), ("notify", "exec:app {port}", "--reset"),
        ("http://h:{port}/", "http://h:{port}/", "--ready"),
    ])
    func `A port that the launch command does not pass on is refused`(ready: String, reset: String, by: String) throws {
        let error = #expect(throws: UsageError.self) { try configuration(launch: "app", ready: ready, reset: reset) }
        #expect(
            error?.message.hasPrefix("\(by) uses {port}, and --launch does not pass it on: write 'app --port {port}'")
                == true)
        #expect(throws: Never.self) { try configuration(launch: "env PORT={port} app", ready: ready, reset: reset) }
    }

    @Test(arguments: [Duration.zero, .microseconds(999)])
    func `A time limit in which nothing can answer is refused`(timeout: Duration) {
        #expect(throws: UsageError.self) { try configuration(timeout: timeout) }
    }

    @Test func `Texts make the same configuration as the options of the command line`() throws {
        let made = try ApplicationConfiguration(launch: "app --port {port}", ready: "notify", reset: "http")
        #expect(made.launch.text == "app --port {port}")
        #expect(made.done?.sample == .response)
        #expect(made.here.hasPrefix("/"))
        #expect(throws: UsageError.self) { try ApplicationConfiguration(launch: "app", ready: "soon", reset: "http") }
        #expect(throws: UsageError.self) {
            try ApplicationConfiguration(launch: "app", ready: "line:up", reset: "signal:HUP")
        }
    }

    @Test func `Executables built beside the tests are found, whatever their path contains`() throws {
        let words = try shellWords(BuiltProduct.launch("outlive-fixture", "host --label 'a b'"))
        #expect(words == [try BuiltProduct.path("outlive-fixture"), "host", "--label", "a b"])
        let missing = #expect(throws: UsageError.self) { try BuiltProduct.path("no-such-program") }
        #expect(missing?.message.contains("depend on the target 'no-such-program'") == true)
    }

    @Test(arguments: [
        ("/opt/bin/app --port {port}", "app"), ("'/opt/my tools/app' -x", "app"), ("{here}/app", "app"), ("/", "/"),
        ("env PORT={port} /opt/bin/app -x A=1", "app"), ("/usr/bin/env -i A='1 2' app", "app"), ("env", "env"),
        ("env -u LANG --chdir /tmp --unset=A './my app' x", "my app"),
    ])
    func `The program is the first one of the command, or the one that env starts`(
        launch: String, program: String
    ) throws {
        #expect(try configuration(launch: launch).program == program)
    }

    @Test func `An arm has all options of the application but its own`() throws {
        var compared = try ApplicationConfiguration(
            launch: Template("app {port}"), ready: Template("notify"), reset: nil, work: Template("exec:true"))
        (compared.workRepeat, compared.longestPause) = (3, .seconds(7))
        try compared.compare(
            ["a=relaunch", "b=exec:reload", "c=launch:other {port}", "d=http"].map { try ArmOption(parsing: $0) })
        #expect(compared.reset?.text == "exec:reload")
        #expect(compared.done?.text == "exit")
        let own = compared.arms.map { compared.configuration(of: $0) }
        #expect(own.allSatisfy { ($0.workRepeat, $0.longestPause, $0.arms) == (3, .seconds(7), []) })
        #expect(own.map(\.launch.text) == ["app {port}", "app {port}", "other {port}", "app {port}"])
        #expect([own[1], own[3]].map(\.done?.text) == ["exit", "response"])
        #expect(own[3].reset?.text == "http")
    }

    @Test func `Any placeholder in the launch command keeps instances apart`() throws {
        for launch in ["app --port {port}", "app {dir}/data", "app-{instance}"] {
            #expect(try ProcessLauncher(configuration(launch: launch)).isolatesInstances)
        }
        #expect(try !ProcessLauncher(configuration(launch: "app --port 80", ready: "tcp:h:80")).isolatesInstances)
    }
}
