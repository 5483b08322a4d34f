import Testing

@testable import OutliveReport

@Suite struct LineDiffTests {
    private func diff(_ old: [String], _ new: [String]) -> LineDiff {
        LineDiff(from: old.joined(separator: "\n"), to: new.joined(separator: "\n"))
    }

    private func marked(_ lines: [LineDiff.Line]) -> [String] {
        lines.map { "\($0.sign.rawValue)\($0.text)" }
    }

    @Test func `Changes are as small as possible`() {
        #expect(marked(diff(["a", "b", "c"], ["a", "x", "c"]).lines) == [" a", "-b", "+x", " c"])
        #expect(marked(diff(["a", "a", "b"], ["a", "b", "b"]).lines) == [" a", "-a", "+b", " b"])
        #expect(marked(diff(["a"], ["a", ""]).lines) == [" a", "+"])
        #expect(diff(["a", "b"], ["a", "b"]).hunks().isEmpty)
    }

    @Test(arguments: [(6, 1), (7, 2)])
    func `Two changes are one hunk if the lines around them meet`(between: Int, hunks: Int) {
        let same = (0..<between).map(String.init)
        #expect(diff(["a"] + same + ["b"], ["x"] + same + ["y"]).hunks().count == hunks)
    }

    @Test func `Hunks carry their line numbers and three lines around`() throws {
        let old = (1...40).map(String.init)
        var new = old
        new[4] = "five"
        new.remove(at: 29)
        let hunks = diff(old, new).hunks()
        #expect(hunks.map(\.heading) == ["@@ -2,7 +2,7 @@", "@@ -27,7 +27,6 @@"])
        #expect(marked(hunks[1].lines) == [" 27", " 28", " 29", "-30", " 31", " 32", " 33"])
        // Close changes share one.
        new[8] = "nine"
        #expect(diff(old, new).hunks().map(\.heading) == ["@@ -2,11 +2,11 @@", "@@ -27,7 +27,6 @@"])
    }

    @Test func `Lines that appear equal and differ in their bytes are distinguished`() {
        #expect(marked(diff(["caf\u{E9}"], ["cafe\u{301}"]).lines).count == 2)
    }

    @Test(arguments: 0..<40)
    func `Both texts can be read back from any diff`(seed: Int) {
        var random = Random(state: UInt64(seed))
        let alphabet = Int.random(in: 1...30, using: &random)
        func lines() -> [String] {
            (0..<Int.random(in: 1...80, using: &random)).map { _ in "\(Int.random(in: 0..<alphabet, using: &random))" }
        }
        let (old, new) = (lines(), lines())
        let all = diff(old, new).lines
        #expect(marked(all).filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) } == old)
        #expect(marked(all).filter { !$0.hasPrefix("-") }.map { String($0.dropFirst()) } == new)
        for hunk in diff(old, new).hunks() {
            #expect(hunk.old.count == hunk.lines.count { $0.sign != .added })
            #expect(hunk.new.count == hunk.lines.count { $0.sign != .removed })
            #expect(
                Array(old[(hunk.old.start - 1)...].prefix(hunk.old.count))
                    == marked(hunk.lines).filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) })
        }
    }

    @Test func `Megabytes without a common line, or of one repeated line, are compared in bounded space`() {
        let old = (0..<100_000).map { "old line \($0)" }
        let new = (0..<100_000).map { "new line \($0)" }
        #expect(diff(old, new).lines.count == 200_000)
        let same = [String](repeating: "the same", count: 100_000)
        #expect(diff(["a"] + same, same + ["b"]).lines.count { $0.sign == .same } <= 100_000)
        #expect(diff(old, old + ["more"]).hunks().map(\.heading) == ["@@ -99998,3 +99998,4 @@"])
    }
}
