extension HTMLNode {
    /// Returns an external name or path as code, on one line and without the middle of very long text.
    static func code(_ text: String, class name: String? = nil, limit: Int = 300) -> HTMLNode {
        .tag("code", ["class": name]) { elided(oneLine(text), to: limit, .middle) }
    }

    /// Returns external prose on one line.
    static func prose(_ text: String, limit: Int = 2000) -> HTMLNode { .text(elided(oneLine(text), to: limit, .tail)) }

    /// Returns a framed word.
    static func badge(_ word: String, _ tone: Tone) -> HTMLNode {
        .tag("span", ["class": "badge \(tone.rawValue)"]) { word }
    }

    static func paragraph(_ text: String, class name: String? = nil) -> HTMLNode {
        .tag("p", ["class": name]) { text }
    }

    /// Returns a note on the number of omitted items, or `nil` if there are none.
    static func more(_ count: Int, _ noun: String) -> HTMLNode? {
        count > 0 ? paragraph("… \(counted(count, "more \(noun)")) in the JSON report", class: "more") : nil
    }

    /// Returns a wide element that scrolls on its own on a narrow page.
    ///
    /// - Parameter label: The name of the element for screen readers.
    static func scrolling(_ label: String, _ node: HTMLNode) -> HTMLNode {
        .tag("div", ["class": "scroll", "role": "region", "aria-label": label, "tabindex": "0"]) { node }
    }

    /// Returns a collapsible part.
    static func folded(
        _ summary: String, class name: String? = nil, isOpen: Bool = false, @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        .tag("details", ["class": name, "open": isOpen ? "" : nil]) {
            HTMLNode.tag("summary") { summary }
            content()
        }
    }

    /// Returns a list of labels and values.
    static func fields(_ rows: [(label: String, value: HTMLNode)]) -> HTMLNode {
        rows.isEmpty
            ? .none
            : .tag("dl", ["class": "fields"]) {
                for row in rows {
                    if !row.label.isEmpty { HTMLNode.tag("dt") { row.label } }
                    HTMLNode.tag("dd") { row.value }
                }
            }
    }
}
