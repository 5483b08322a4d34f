internal import COutlive
internal import Glibc
internal import Testing

@testable internal import Outlive

struct SignalNameTests {
    @Test(arguments: [
        ("HUP", SIGHUP), ("SIGHUP", SIGHUP), ("usr1", SIGUSR1), ("SigUsr2", SIGUSR2), ("15", SIGTERM),
        ("RTMIN", outl_signal_realtime_first()), ("SIGRTMIN+3", outl_signal_realtime_first() + 3),
        ("RTMAX-1", outl_signal_realtime_last() - 1), ("rtmax", outl_signal_realtime_last()),
    ])
    func `Signals are known by name and number`(name: String, number: Int32) throws {
        #expect(try SignalName.number(of: name) == number)
    }

    @Test(arguments: [
        "", "SIG", "FOO", "KILL", "STOP", "9", "0", "-1", "65", "RTMIN+99", "RTMIN-1", "RTMAX+1", "RTMIN+x", "HUP ",
    ])
    func `What is no signal, or cannot be caught, is refused`(name: String) {
        let error = #expect(throws: ResetError.self) { try SignalName.number(of: name) }
        #expect(error?.code == .unknownSignal)
    }

    @Test func `The harness's signal is the second real-time one`() {
        #expect(SignalName.standard == outl_signal_realtime_first() + 1)
    }
}
