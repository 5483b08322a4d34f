import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

extension HeapCommandTests {
    @Test func `Functions of a program that is gone are noted once in each output, until a copy is given`() async throws
    {
        let (program, root) = (trial.file("service"), trial.file("root"))
        try FileManager.default.copyItem(atPath: Built.heapFixture, toPath: program)
        _ = try await snapshots("one", of: program)
        let copy = root + program
        try FileManager.default.createDirectory(
            atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: program, toPath: copy)
        let note = "no function names of \(program): it is missing; keep the program as it was, or "
        func mentions(_ text: String) -> Int {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return words.components(separatedBy: note).count - 1
        }

        let file = trial.file("one")
        let text = try await outlive("heap", file, "--report", "text")
        #expect(mentions(text.output) == 1 && mentions(text.errors) == 0, "\(text.output)\(text.errors)")
        let written = try await outlive(
            "heap", file, "--report", "json=\(trial.file("a.json"))", "--report", "html=\(trial.file("a.html"))",
            "--export",
            "folded=\(trial.file("a.folded"))")
        #expect(written.status == 0 && mentions(written.errors) == 1, "\(written.errors)")
        let report = try JSONDecoder().decode(SnapshotReport.self, from: Data(trial.text("a.json").utf8))
        #expect(report.notes.map(mentions) == [1])
        #expect(mentions(trial.text("a.html")) == 1)
        #expect(!trial.text("a.folded").contains("Endings.waitForSignal"))
        #expect(mentions(try await outlive("tasks", file).output) == 1)
        #expect(try await outlive("explain", file).output.contains("no function names of \(program): it is missing"))

        let named = try await outlive("heap", file, "--sysroot", root, "--export", "folded")
        #expect(named.status == 0 && mentions(named.errors) == 0, "\(named.errors)")
        #expect(named.output.contains("Endings.waitForSignal"), "\(named.output)")
        #expect(mentions(try await outlive("tasks", file, "--sysroot", root).output) == 0)
    }
}
