import OutliveModel
import Testing

@Suite("A declared difference")
struct ExpectedDifferenceTests {
    @Test(arguments: [
        ("worker-*", "worker-1", true), ("worker-*", "worker-", true), ("worker-*", "my worker-1", false),
        ("*", "", true), ("", "", true), ("", "a", false), ("a?c", "abc", true), ("a?c", "ac", false),
        ("*.log", "file /var/x.log", true), ("*.log", "x.log.1", false), ("a*b*c", "a-b-b-c", true),
        ("a*b*c", "a-c-b", false), ("**", "x", true), ("[x]", "[x]", true),
    ])
    func `covers the subjects that its pattern matches as a whole`(pattern: String, subject: String, covers: Bool) {
        let expected = ExpectedDifference(check: .threads, pattern: pattern, reason: "why not")
        #expect(expected.covers(subject, of: .threads) == covers)
        #expect(!expected.covers(subject, of: .children))
    }

    @Test func `covers all of a check without a pattern`() {
        #expect(ExpectedDifference(check: .maps, reason: "why not").covers("anything", of: .maps))
    }
}
