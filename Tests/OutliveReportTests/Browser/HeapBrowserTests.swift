import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct HeapBrowserTests {
    private static let rows = 9
    private static let style = TextStyle(width: 70)
    static let inspector = BrowserInspector { type in
        type.name == "App.Session" ? [ObjectReportTests.session.object.object] : []
    } details: {
        $0 == "0x1000" ? ObjectReportTests.session.object : nil
    }

    /// A browser after some keys; the characters are keys of their own.
    private static func browser(_ keys: KeyPress..., typing text: String = "") -> HeapBrowser {
        var browser = HeapBrowser(.server, Self.inspector)
        for key in keys + text.map(KeyPress.character) { _ = browser.press(key, rows: rows, style: style) }
        return browser
    }

    private static func screen(_ browser: HeapBrowser) -> String {
        browser.screen(rows: rows, style: style).joined(separator: "\n")
    }

    @Test func `The list shows types by retained size, the site of the selected one, and the keys`() {
        #expect(
            Self.screen(Self.browser(.down)) == """
                3 types by retained size, of app (process 4711) at 2026-01-02 03:04:0…
                  objects    bytes  type                            most allocated at
                     5000   480 kB  String                          App/Store.swift:88
                ›    1000  48.0 kB  Session                         App/Store.swift:88
                       30  1.44 kB  _BridgedDiction…TypeName, Int>  app+0x1f2e

                  App.Session allocated at App/Store.swift:88

                arrows move   Enter leak traces   / search   s sort   ? help   q quit
                """, "\(Self.screen(Self.browser(.down)))")
    }

    @Test func `Nothing is erased after the text of a row, whose last column would be lost`() {
        let text = ScreenParts.drawing(["first:273", "second"])
        #expect(text == "\u{1B}[H\u{1B}[0J\u{1B}[2Kfirst:273\r\n\u{1B}[2Ksecond")
    }

    @Test func `A question mark shows the keys, and any key returns`() {
        let help = Self.screen(Self.browser(typing: "?"))
        #expect(help.hasPrefix("Keys") && help.hasSuffix("any key back"))
        #expect(Self.screen(Self.browser(typing: "?q")) == Self.screen(Self.browser()))
        #expect(Self.browser(typing: "?").screen(rows: 5, style: Self.style).count == 5)
    }

    @Test(arguments: [40, 60, 80, 200])
    func `No width cuts the keys, a whole name or its place`(width: Int) {
        let style = TextStyle(width: width)
        var browser = HeapBrowser(.server, Self.inspector)
        _ = browser.press(.end, rows: 12, style: style)
        let lines = browser.screen(rows: 12, style: style)
        #expect(lines.allSatisfy { columns(of: $0) <= width })
        #expect(lines.last?.hasSuffix("q quit") == true && lines.last?.contains("…") == false)
        #expect(lines.suffix(3).joined().contains("app+0x1f2e"))
    }

    @Test func `Leak traces begin with the size of the type and the stack that allocates most of it`() {
        var browser = Self.browser()
        browser.show(.traced)
        let lines = browser.screen(rows: 40, style: Self.style)
        #expect(!lines.dropFirst().contains { $0.contains("process 4711") })
        #expect(lines.contains("  5000 objects, 480 kB"))
        #expect(lines.contains("  most allocated at"))
    }

    @Test func `A search leaves the types that contain the text, in any case`() {
        let browser = Self.browser(typing: "/SESS")
        #expect(Self.screen(browser).contains("Session") && !Self.screen(browser).contains("StringStorage"))
        #expect(Self.screen(browser).contains("1 of 3 types") && Self.screen(browser).contains("/SESS_"))
        // Both the name and what the list has in its place.
        for text in ["/__string", "/app.sess"] {
            #expect(Self.screen(Self.browser(typing: text)).contains("1 of 3 types"), "\(text)")
        }
        #expect(Self.screen(Self.browser(typing: "/nothing")).contains("no type contains \"nothing\""))
    }

    @Test func `A search ends with Enter, and goes with Escape`() {
        var browser = Self.browser(typing: "/sessx")
        for key in [KeyPress.backspace, .enter] { _ = browser.press(key, rows: Self.rows, style: Self.style) }
        let session = HeapType(name: "App.Session", kind: .object)
        #expect(browser.press(.enter, rows: Self.rows, style: Self.style) == .trace(session))
        #expect(browser.press(.escape, rows: Self.rows, style: Self.style) == .nothing)
        #expect(Self.screen(browser).contains("3 types"))
        #expect(browser.press(.escape, rows: Self.rows, style: Self.style) == .leave)
    }

    @Test func `The selection stays on its type when the order changes`() {
        var browser = Self.browser(.end)
        for _ in 0..<4 {
            _ = browser.press(.character("s"), rows: Self.rows, style: Self.style)
            let selected = browser.screen(rows: Self.rows, style: Self.style).first { $0.hasPrefix("›") }
            #expect(selected?.contains("1.44 kB") == true)
        }
    }

    @Test func `Keys that move stop at the ends of the list`() {
        for (keys, figure) in [([KeyPress.up], "480 kB"), ([.pageDown, .down], "1.44 kB"), ([.end, .home], "480 kB")] {
            var browser = Self.browser()
            for key in keys { _ = browser.press(key, rows: Self.rows, style: Self.style) }
            let selected = browser.screen(rows: Self.rows, style: Self.style).first { $0.hasPrefix("›") }
            #expect(selected?.contains(figure) == true)
        }
    }

    @Test func `Leak traces scroll to their last line, and Escape returns to the list`() {
        var browser = Self.browser()
        browser.show(.traced)
        #expect(Self.screen(browser).contains("line 6 of "))
        _ = browser.press(.end, rows: Self.rows, style: Self.style)
        let lines = browser.screen(rows: Self.rows, style: Self.style)
        let count = lines.first { $0.hasPrefix("line ") }?.split(separator: " ")
        #expect(count?[1] == count?[3].prefix { $0.isNumber })
        _ = browser.press(.escape, rows: Self.rows, style: Self.style)
        #expect(Self.screen(browser).contains("3 types"))
    }

    @Test(arguments: [5, 9, 40])
    func `A screen has as many lines as the terminal`(rows: Int) {
        var browser = HeapBrowser(.server, Self.inspector)
        #expect(browser.screen(rows: rows, style: Self.style).count == rows)
        browser.show(.traced)
        #expect(browser.screen(rows: rows, style: Self.style).count == rows)
    }

    @Test func `Ctrl-C leaves, and Ctrl-Z suspends, also while a search is typed`() {
        for keys in ["", "/a"] {
            var browser = Self.browser(typing: keys)
            #expect(browser.press(.suspend, rows: Self.rows, style: Self.style) == .suspend)
            #expect(browser.press(.interrupt, rows: Self.rows, style: Self.style) == .leave)
        }
    }
}

@Suite struct KeyPressTests {
    @Test(
        arguments: [
            ("\u{1B}[A\u{1B}OB", [.up, .down]), ("\u{1B}[5~\u{1B}[6~\u{1B}[1~", [.pageUp, .pageDown, .home]),
            ("\u{1B}", [.escape]), ("\u{1B}[", []), ("\u{1B}[99;5Xq", [.character("q")]),
            ("a\u{7F}\r", [.character("a"), .backspace, .enter]), ("ä/", [.character("ä"), .character("/")]),
            ("\u{03}\u{1A}", [.interrupt, .suspend]), ("\u{01}", []), ("", []),
        ] as [(String, [KeyPress])])
    func `Bytes of a terminal are keys`(text: String, keys: [KeyPress]) {
        #expect(KeyPress.keys(in: Array(text.utf8)) == keys)
    }
}
