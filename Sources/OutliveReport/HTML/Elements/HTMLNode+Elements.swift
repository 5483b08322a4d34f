extension HTMLNode {
    /// A name or path from outside, as code: on one line, and what is very long without its middle.
    static func code(_ text: String, class name: String? = nil, limit: Int = 300) -> HTMLNode {
        .tag("code", ["class": name]) { elided(oneLine(text), to: limit, .middle) }
    }

    /// Prose from outside on one line.
    static func prose(_ text: String, limit: Int = 2000) -> HTMLNode { .text(elided(oneLine(text), to: limit, .tail)) }

    /// A word in a frame.
    static func badge(_ word: String, _ tone: Tone) -> HTMLNode {
        .tag("span", ["class": "badge \(tone.rawValue)"]) { word }
    }

    /// A paragraph.
    static func paragraph(_ text: String, class name: String? = nil) -> HTMLNode {
        .tag("p", ["class": name]) { text }
    }

    /// What is left out, and where it is found.
    static func more(_ count: Int, _ noun: String) -> HTMLNode? {
        count > 0 ? paragraph("… \(counted(count, "more \(noun)")) in the JSON report", class: "more") : nil
    }

    /// Something wide, which is scrolled by itself where the page is narrow.
    ///
    /// - Parameter label: what it is, for those who cannot see it.
    static func scrolling(_ label: String, _ node: HTMLNode) -> HTMLNode {
        .tag("div", ["class": "scroll", "role": "region", "aria-label": label, "tabindex": "0"]) { node }
    }

    /// A part that is closed until somebody opens it.
    static func folded(
        _ summary: String, class name: String? = nil, isOpen: Bool = false, @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        .tag("details", ["class": name, "open": isOpen ? "" : nil]) {
            HTMLNode.tag("summary") { summary }
            content()
        }
    }

    /// Labels and values.
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
