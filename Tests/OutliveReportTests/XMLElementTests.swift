import Testing

@testable import OutliveReport

/// Texts that an XML parser reads back unchanged.
@Suite struct XMLElementTests {
    @Test func `Line ends and tabs of attributes are references, because a parser replaces others with blanks`() {
        var document = ""
        XMLElement(name: "a", attributes: [("b", "c\nd\te\rf")], text: "g\nh\ti").write(to: &document)
        #expect(document == "<a b=\"c&#10;d&#9;e&#13;f\">g\nh\ti</a>\n")
    }
}
