import Testing

@testable import OutliveDriver

@Suite("The configuration of an application")
struct ApplicationConfigurationTests {
    @Test(
        "A reset is acknowledged as its trigger suggests",
        arguments: [
            ("notify", "signal:HUP", DoneSignal.notify), ("notify", "exec:true", .exit),
            ("http://localhost/", "http://localhost/reset", .response), ("exit", "exec:true", .exit),
        ])
    func usualAcknowledgement(ready: String, reset: String, done: DoneSignal) throws {
        #expect(try configuration(ready: ready, reset: reset).done.sample == done)
    }

    @Test("A signal to a program that does not notify needs an acknowledgement", arguments: ["tcp:h:1", "line:up"])
    func bareSignal(ready: String) throws {
        let error = #expect(throws: UsageError.self) { try configuration(ready: ready, reset: "signal:HUP") }
        #expect(error?.message.contains("--done") == true)
        #expect(try configuration(ready: ready, reset: "signal:HUP", done: "line:again").done.text == "line:again")
    }

    @Test(
        "What does not go together is refused",
        arguments: [
            ("notify", "signal:HUP", "exit"), ("notify", "http://h/", "exit"), ("notify", "signal:HUP", "response"),
            ("exit", "signal:HUP", "notify"),
        ])
    func badCombination(ready: String, reset: String, done: String) {
        #expect(throws: UsageError.self) { try configuration(ready: ready, reset: reset, done: done) }
    }

    @Test("A time limit in which nothing can answer is refused", arguments: [Duration.zero, .microseconds(999)])
    func noTime(timeout: Duration) {
        #expect(throws: UsageError.self) { try configuration(timeout: timeout) }
    }

    @Test("Instances are kept apart by any placeholder in the launch command")
    func isolation() throws {
        for launch in ["app --port {port}", "app {dir}/data", "app-{instance}"] {
            #expect(try ProcessLauncher(configuration(launch: launch)).isolatesInstances)
        }
        #expect(try !ProcessLauncher(configuration(launch: "app --port 80", ready: "tcp:h:{port}")).isolatesInstances)
    }
}
