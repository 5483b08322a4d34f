import Glibc
import OutliveModel
import Testing

struct SignalNumberTests {
    private static let first = __libc_current_sigrtmin()
    private static let last = __libc_current_sigrtmax()

    @Test(
        arguments: [
            ("HUP", SIGHUP, "HUP"), ("SIGHUP", SIGHUP, "HUP"), ("sigusr1", SIGUSR1, "USR1"), ("15", SIGTERM, "TERM"),
            ("PWR", SIGPWR, "PWR"), ("RTMIN", first, "RTMIN"), ("SIGRTMIN+1", first + 1, "RTMIN+1"),
            ("\(first + 2)", first + 2, "RTMIN+2"), ("rtmax", last, "RTMIN+\(last - first)"),
            ("RTMAX-2", last - 2, "RTMIN+\(last - first - 2)"), ("32", 32, "32"),
        ] as [(String, Int32, String)])
    func `Signals are read by name or number, and printed by name`(text: String, number: Int32, description: String)
        throws
    {
        let signal = try #require(SignalNumber(text))
        #expect(signal.number == number)
        #expect(signal.description == description)
        #expect(SignalNumber(description) == signal)
    }

    @Test(arguments: [
        "", "SIG", "FOO", "0", "-1", "+1", "65", "99999999999", "RTMIN+99", "RTMIN-1", "RTMAX+1", "RTMIN+",
        "RTMIN++1", "RTMIN+2147483647", "RTMIN+x", "HUP ",
    ])
    func `Other words are no signals`(text: String) {
        #expect(SignalNumber(text) == nil)
    }

    @Test func `Signals are equal by number, in any spelling`() {
        #expect(SignalNumber("1") == SignalNumber("sighup"))
        #expect(SignalNumber("TERM") == .terminate)
        #expect(SignalNumber("RTMIN+1") == .reset)
    }

    @Test func `All signals but two can be caught`() {
        #expect(SignalNumber.reset.isCatchable)
        #expect(SignalNumber("KILL")?.isCatchable == false)
        #expect(SignalNumber("STOP")?.isCatchable == false)
        // glibc's own.
        #expect(SignalNumber("32")?.isCatchable != true)
    }
}
