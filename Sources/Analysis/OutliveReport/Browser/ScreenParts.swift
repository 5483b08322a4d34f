/// The parts that the screens for the terminal share.
package enum ScreenParts {
    /// Returns an index after a key that moves, within 0 and `count`.
    static func moved(_ index: Int, by key: KeyPress, page: Int, count: Int) -> Int {
        let target =
            switch key {
            case .up, .character("k"): index - 1
            case .down, .character("j"): index + 1
            case .pageUp: index - page
            case .pageDown, .character(" "): index + page
            case .home, .character("g"): 0
            case .end, .character("G"): count - 1
            default: index
            }
        return max(0, min(target, count - 1))
    }

    /// Returns the control sequences that replace the screen of a terminal.
    ///
    /// Each row is erased before its text: after a text that fills the row, the cursor stays on the last column.
    package static func drawing(_ lines: some Collection<String>) -> String {
        let (home, erasedRow, erasedRest) = ("\u{1B}[H", "\u{1B}[2K", "\u{1B}[0J")
        // The rows below are erased first, for the same reason.
        return home + erasedRest + lines.map { erasedRow + $0 }.joined(separator: "\r\n")
    }

    /// Returns a line of the list as the selected one.
    static func marked(_ line: String, _ style: TextStyle) -> String {
        let text = (style.unicode ? "›" : ">") + line.dropFirst()
        guard style.color else { return text }
        let (reversed, plain) = ("\u{1B}[7m", "\u{1B}[0m")
        return reversed + text.replacing(plain, with: plain + reversed) + plain
    }

    /// Returns the line of keys; if not all fit, those before the last two are left out, but never the first.
    static func footer(_ parts: [String], _ style: TextStyle) -> String {
        var parts = parts
        while parts.count > 2, columns(of: parts.joined(separator: "   ")) > style.width {
            parts.remove(at: max(parts.count - 3, 1))
        }
        var page = TextPage(style: style)
        page.line(Span(parts.joined(separator: "   "), .faint))
        return page.lines.joined()
    }

    static func filled(_ lines: ArraySlice<String>, _ count: Int) -> [String] {
        Array(lines.prefix(count)) + Array(repeating: "", count: max(count - lines.count, 0))
    }
}

extension CaseIterable where Self: Equatable {
    /// The next case in their order, or the first one after the last.
    var next: Self { Self.allCases.drop { $0 != self }.dropFirst().first ?? Self.allCases.first ?? self }
}
