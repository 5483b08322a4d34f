import Foundation
import OutliveModel
internal import OutliveSupport
import Testing

struct OneLineTests {
    @Test(arguments: [
        ("", ""), ("a b", "a b"), ("a\nb\r\nc", "a b  c"), ("\u{1B}[2Ja\u{0}", " [2Ja "),
        ("a\u{85}b\u{2028}c\u{2029}", "a b c "), ("ä\u{301}\u{200D}🙂", "ä\u{301}\u{200D}🙂"),
    ])
    func `A text has no line ends or control characters for a terminal`(text: String, line: String) {
        #expect(text.onOneLine() == line)
        #expect(text.isOnOneLine == (text == line))
    }

    @Test func `A long text is cut, also one that is a single character`() {
        #expect("abcd".onOneLine(upTo: 4) == "abcd")
        #expect("abcde".onOneLine(upTo: 4) == "abcd...")
        #expect("abcde".dropFirst().onOneLine(upTo: 4) == "bcde")
        let accents = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(accents.onOneLine(upTo: 40).unicodeScalars.count == 43)
    }
}
