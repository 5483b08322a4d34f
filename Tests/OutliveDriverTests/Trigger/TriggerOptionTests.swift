import OutliveModel
import Testing

@testable import OutliveDriver

struct TriggerOptionTests {
    @Test func `Every trigger is read, and a request posts unless stated otherwise`() throws {
        #expect(try Template<ResetTrigger>("signal:SIGHUP").sample == .signal(SignalNumber(parsing: "HUP")))
        #expect(
            try Template<ResetTrigger>("exec:ctl 'reset now'").sample
                == .exec(Command(program: "ctl", arguments: ["reset now"])))
        #expect(try Template<ResetTrigger>("http").sample == .announced)
        #expect(try DoneSignal.usual(ready: .exit, reset: .announced).sample == .response)
        for (text, expected) in [
            ("http://h/reset", "POST http://h:80/reset"), ("http:DELETE http://h:{port}/all", "DELETE http://h:1/all"),
        ] {
            guard case .http(let request) = try Template<ResetTrigger>(text).sample else {
                Issue.record("no request: \(text)")
                continue
            }
            #expect(request.description == expected)
        }
    }

    @Test(arguments: ["", "HUP", "signal:", "signal:NONE", "exec:", "exec:'", "http:", "https", "HTTP", "notify"])
    func `Any other trigger is refused`(text: String) {
        #expect(throws: UsageError.self) { try Template<ResetTrigger>(text) }
    }

    @Test(arguments: ["KILL", "SIGSTOP", "9", "19", "0", "32", "33", "65", "99", "-1"])
    func `A signal that no program can answer is refused`(name: String) {
        let error = #expect(throws: UsageError.self) { try Template<ResetTrigger>("signal:\(name)") }
        #expect(error?.message.contains("'\(name)'") == true)
    }

    @Test func `Every acknowledgement is read`() throws {
        #expect(try Template<DoneSignal>("notify").sample == .notify)
        #expect(try Template<DoneSignal>("exit").sample == .exit)
        #expect(try Template<DoneSignal>("response").sample == .response)
        #expect(try Template<DoneSignal>("line:done").sample == .line(LinePattern.parse("done")(.sample)))
        #expect(throws: Never.self) { try Template<DoneSignal>("http:http://h/ready") }
        for text in ["", "line:", "line:[", "tcp:h:1", "http:"] {
            #expect(throws: UsageError.self) { try Template<DoneSignal>(text) }
        }
    }

    @Test func `Work is a command or a request, which gets unless stated otherwise`() throws {
        #expect(try Template<Action>("exec:a b").sample.description == "a b")
        #expect(try Template<Action>("http:http://h/x").sample.description == "GET http://h:80/x")
        #expect(try Template<Action>("http:PUT http://h/x").sample.description == "PUT http://h:80/x")
        for text in ["", "a b", "exec:", "http:x"] {
            #expect(throws: UsageError.self) { try Template<Action>(text) }
        }
    }
}
