import Glibc
import Testing

@testable import OutliveDriver

@Suite("Signals")
struct SignalNumberTests {
    @Test(
        "A signal is read by name or number",
        arguments: [
            ("HUP", SIGHUP, "HUP"), ("SIGHUP", SIGHUP, "HUP"), ("sigusr1", SIGUSR1, "USR1"), ("15", SIGTERM, "15"),
            ("RTMIN", __libc_current_sigrtmin(), "RTMIN"), ("SIGRTMIN+1", __libc_current_sigrtmin() + 1, "RTMIN+1"),
            ("RTMAX-2", __libc_current_sigrtmax() - 2, "RTMAX-2"),
        ] as [(String, Int32, String)])
    func signal(text: String, number: Int32, description: String) throws {
        let signal = try SignalNumber(parsing: text)
        #expect(signal.number == number)
        #expect(signal.description == description)
    }

    @Test(
        "What is no signal is refused by name",
        arguments: ["", "SIG", "FOO", "0", "-1", "65", "RTMIN+99", "RTMIN-1", "RTMAX+1", "RTMIN+", "RTMIN+2147483647"])
    func noSignal(text: String) {
        let error = #expect(throws: UsageError.self) { try SignalNumber(parsing: text) }
        #expect(error?.message.contains("'\(text)'") == true)
    }

    @Test("A stop is a signal and a grace period")
    func stop() throws {
        #expect(
            try StopPolicy(parsing: "INT,500ms")
                == StopPolicy(signal: SignalNumber(parsing: "INT"), grace: .milliseconds(500)))
        #expect(try StopPolicy(parsing: "QUIT") == StopPolicy(signal: SignalNumber(parsing: "QUIT")))
        for text in ["", ",2s", "INT,", "INT,2", "INT,2s,3s"] {
            #expect(throws: UsageError.self) { try StopPolicy(parsing: text) }
        }
    }
}
