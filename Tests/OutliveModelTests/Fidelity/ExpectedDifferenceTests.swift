import OutliveModel
import Testing

struct ExpectedDifferenceTests {
    @Test(arguments: [
        ("worker-*", "worker-1", true), ("worker-*", "worker-", true), ("worker-*", "my worker-1", false),
        ("*", "", true), ("", "", true), ("", "a", false), ("a?c", "abc", true), ("a?c", "ac", false),
        ("*.log", "file /var/x.log", true), ("*.log", "x.log.1", false), ("a*b*c", "a-b-b-c", true),
        ("a*b*c", "a-c-b", false), ("**", "x", true), ("[x]", "[x]", true),
    ])
    func `A pattern covers the subjects that it matches as a whole`(pattern: String, subject: String, covers: Bool) {
        let expected = ExpectedDifference(check: .threads, pattern: pattern, reason: "why not")
        #expect(expected.covers(subject, of: .threads) == covers)
        #expect(!expected.covers(subject, of: .children))
    }

    @Test func `A declaration without a pattern covers all of a check`() {
        #expect(ExpectedDifference(check: .maps, reason: "why not").covers("anything", of: .maps))
    }
}
