import Testing

@testable import OutliveDriver
@testable import OutliveModel

@Suite struct HeapProbeTests {
    private func check(_ controls: SelfCheck?, refusal: String? = nil) -> DiagnosisCheck {
        let hello = HeapStartRecord(
            processID: 1, executable: "/app", frames: 16, signal: 36, controls: controls, refusal: refusal)
        return HeapTarget.tierCheck(hello, .value(ProcessExit(status: .exited(0), instant: .now)), printed: nil)
    }

    @Test func `The tier works only if it finds the control leak, and nothing else`() {
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

    @Test func `The allocator is that of the start record, and unknown without one`() {
        func finding(_ controls: SelfCheck?, _ allocator: String?) -> DiagnosisCheck {
            HeapTarget.allocatorCheck(
                of: HeapStartRecord(
                    processID: 1, executable: "/app", frames: 16, signal: 36, controls: controls, allocator: allocator))
        }
        let passed = SelfCheck(leakFound: true, falseAlarm: false)
        #expect(finding(passed, nil).finding == "that of the C library: counts are exact, also from outside")
        #expect(
            finding(passed, "lib\nx.so").finding
                == "that of lib x.so: counts are exact with the heap tier, and inexact from outside")
        #expect(finding(nil, nil).state == .skipped && HeapTarget.allocatorCheck(of: nil).state == .skipped)
    }

    @Test func `A process without a greeting is reported with its ending and last output`() {
        let died = HeapTarget.tierCheck(
            nil, .value(ProcessExit(status: .exited(127), instant: .now)), printed: "one\n\u{1B}[31mtwo\n")
        #expect(died.state == .fails)
        #expect(died.finding == "it ended with status 127 before the tier started:  [31mtwo")
        #expect(HeapTarget.tierCheck(nil, .timedOut, printed: nil).finding.contains("in time"))
    }
}
