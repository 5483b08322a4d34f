#if os(Linux)
import COutliveInspect
import Foundation
import OutliveModel
import Testing

@testable import OutliveInspect

/// Facts in the lines about inspections that do not work, or that work with less.
struct RefusalWordsTests {
    @Test func `Only a core file that is shorter than its headers say is called truncated`() {
        var result = outl_inspect_result()
        (result.outcome, result.expected, result.size) = (OUTL_INSPECT_INCONSISTENT, 100, 100)
        let subject = InspectionSubject.core(path: "core", -1)
        #expect(!subject.message(result).contains("truncated"))
        result.size = 60
        #expect(subject.message(result).hasSuffix("the core file is truncated: 40 of 100 bytes are missing"))
    }

    @Test func `The process that traces another one is named`() throws {
        var result = outl_inspect_result()
        (result.outcome, result.detail) = (OUTL_INSPECT_TRACED, UInt64(getpid()))
        let name = try #require(ProcessFacts(of: "self").name)
        let line = InspectionSubject.process(0x3FFFFF, ProcessFacts(status: "")).message(result)
        #expect(line.contains("is traced by process \(getpid()) (\(name)): "))
    }

    @Test func `The oldest and the newest known version of the C library are exact, and those beside them are not`() {
        var (oldest, newest): (UInt32, UInt32) = (0, 0)
        #expect(outl_inspect_glibc(&oldest, &newest))
        for (minor, state) in [
            (oldest, DiagnosisCheck.State.works), (newest, .works), (oldest - 1, .degraded), (newest + 1, .degraded),
        ] {
            #expect(DiagnosisCheck.inspectable(glibc: "2.\(minor)", swift: nil).state == state, "2.\(minor)")
        }
    }
}
#endif
