import OutliveModel
import Testing

@testable import OutliveReport

/// What keeps long tables of pages readable.
@Suite struct LongTableTests {
    private static func rows(_ count: Int) -> String {
        HTMLTable(label: "Sites", columns: [.text("Site"), .number("Bytes")], unfolded: 20, noun: "site")
            .node(Array(1...count)) { [.text("site \($0)"), .text("\($0)")] }.html
    }

    @Test func `The rows after the first ones are in a fold, and a few more stay in the table`() {
        let long = Self.rows(30)
        #expect(long.contains("<summary>10 more sites</summary>"))
        #expect(long.ranges(of: "<table>").count == 2 && long.ranges(of: "<th scope=\"row\">").count == 30)
        #expect(long.contains("aria-label=\"Sites, the others\""))
        #expect(!Self.rows(23).contains("<summary>"))
    }

    @Test(
        arguments: [
            ("NIOCore/EventLoop.swift:104", "NIOCore/<wbr>EventLoop.swift<wbr>:104"), ("Main.swift:1", "Main.swift:1"),
            ("/srv/a.c:7", "/<wbr>srv/<wbr>a.c<wbr>:7"), ("swift::alloc(long)", "swift::alloc(long)"),
        ])
    func `A source line breaks after a folder and before its number`(place: String, markup: String) {
        #expect(HTMLNode.place(place).html == "<code class=\"place\">\(markup)</code>")
    }

    @Test func `A part of nothing is no share, and a small one is less than a percent`() {
        #expect([0, 1, 5, 1_000].map { shareText($0, of: 1_000) } == ["0 %", "<1 %", "1 %", "100 %"])
    }
}
