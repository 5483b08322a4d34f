import OutliveModel
import Testing

@testable import OutliveDriver

@Suite struct HeapProbeTests {
    private func check(_ controls: SelfCheck?, refusal: String? = nil) -> DiagnosisCheck {
        let hello = HeapHello(
            processID: 1, executable: "/app", frames: 16, signal: 36, controls: controls, refusal: refusal)
        return HeapProbe.check(hello, .value(ProcessExit(status: .exited(0), instant: .now)), printed: nil)
    }

    @Test func `Only a tier that finds the control leak, and nothing else, works`() {
        #expect(check(SelfCheck(leakFound: true, falseAlarm: false)).state == .works)
        for controls in [
            SelfCheck(leakFound: false, falseAlarm: false), SelfCheck(leakFound: true, falseAlarm: true), nil,
        ] {
            let check = check(controls)
            #expect(check.state == .fails)
            #expect(check.advice != nil)
        }
        #expect(check(SelfCheck(leakFound: true, falseAlarm: true)).finding.contains("released"))
        #expect(check(nil, refusal: "a\nb").finding == "it is not supported: a b")
    }

    @Test func `A process that never greeted is told by how it ended, and what it printed last`() {
        let died = HeapProbe.check(
            nil, .value(ProcessExit(status: .exited(127), instant: .now)), printed: "one\n\u{1B}[31mtwo\n")
        #expect(died.state == .fails)
        #expect(died.finding == "it ended with status 127 before the tier started:  [31mtwo")
        #expect(HeapProbe.check(nil, .timedOut, printed: nil).finding.contains("in time"))
    }
}
