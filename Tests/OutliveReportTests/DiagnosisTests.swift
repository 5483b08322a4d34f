import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct DiagnosisTests {
    private static func diagnosis(_ states: [DiagnosisCheck.State] = [.works, .degraded, .fails, .skipped]) -> Diagnosis
    {
        let checks = [
            DiagnosisCheck(.machine, states[0], "Linux, x86_64, glibc 2.36"),
            DiagnosisCheck(
                .symbolizer, states[1], "llvm-symbolizer was not found: functions are named as far as possible",
                advice: "put the Swift toolchain or LLVM in PATH"),
            DiagnosisCheck(.wayIn, states[2], "it\u{1B} gains\nprivileges", advice: "try a copy"),
            DiagnosisCheck(.heapTier, states[3], "not tried, as there is no way in"),
        ]
        return Diagnosis(
            toolVersion: "0.1.0", machine: Report.clean.machine, executable: "/srv/app", checks: checks)
    }

    private func text(_ diagnosis: Diagnosis, _ style: TextStyle = TextStyle()) throws -> String {
        String(decoding: try ListingFormat.text.bytes(for: diagnosis, style: style), as: UTF8.self)
    }

    @Test func `A line states each result, with the remedy below it`() throws {
        let text = try text(Self.diagnosis())
        #expect(
            text == """
                /srv/app
                  ok       machine           Linux, x86_64, glibc 2.36
                  warning  symbolizer        llvm-symbolizer was not found: functions are named
                                             as far as possible
                                             -> put the Swift toolchain or LLVM in PATH
                  no       way in            it\\e gains privileges
                                             -> try a copy
                  -        heap tier in it   not tried, as there is no way in

                does not work: way in; reduced detail, because of: symbolizer

                """)
    }

    @Test func `Only a tier's requirements make it fail`() throws {
        #expect(Self.diagnosis().outcome == .notClean)
        let degraded = Self.diagnosis([.works, .degraded, .works, .skipped])
        #expect(degraded.outcome == .clean)
        #expect(try text(degraded).hasSuffix("\n\nleaks are found; reduced detail, because of: symbolizer\n"))
        #expect(try text(Self.diagnosis([.works, .works, .works, .works])).hasSuffix("\n\nall works\n"))
    }

    @Test(arguments: [40, 60, 100])
    func `No line is wider than allowed`(width: Int) throws {
        let text = try text(Self.diagnosis(), TextStyle(unicode: false, width: width))
        let widest = text.split(separator: "\n").map { columns(of: $0) }.max() ?? 0
        #expect(widest <= width)
    }

    @Test func `The JSON has the diagnosis and its outcome`() throws {
        let bytes = try ListingFormat.json.bytes(for: Self.diagnosis())
        #expect(try JSONDecoder().decode(Diagnosis.self, from: Data(bytes)) == Self.diagnosis())
        let root = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(root["outcome"] as? Int == 1)
        #expect(root["format"] as? Int == 1)
    }
}
