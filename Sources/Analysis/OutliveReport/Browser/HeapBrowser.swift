package import OutliveModel

/// The state of a browser for the types of a heap, and for the leak traces of one of them.
///
/// The terminal reads keys and prints lines; what they mean is decided here.
package struct HeapBrowser: Sendable {
    /// What a key requests of the terminal.
    package enum Request: Hashable, Sendable {
        case nothing
        /// Show the leak traces of a type, which take a while to find.
        case trace(HeapType)
        /// Show a picture, which takes a while to draw, for a view.
        case picture
        case suspend
        case leave
    }

    /// An order of the types.
    private enum Order: String, CaseIterable {
        case retained = "retained size"
        case bytes
        case objects
        case name
    }

    private let report: SnapshotReport
    private let inspector: BrowserInspector
    private var picture: HeapPicture?
    /// The view on the screen, or the one that waits for the picture; `nil` for the types and their leak traces.
    private var view: BrowserView?
    private var page: BrowserPage?
    private var types: [SnapshotType]
    private var order = Order.retained
    private var selection = 0
    /// The text that is searched for; it is typed until a key ends it.
    private var search = (text: "", isTyped: false)
    /// The leak traces on the screen, or `nil` for the list of types.
    private var traces: SnapshotReport?
    /// The first line of the leak traces on the screen.
    private var offset = 0
    /// `true` while the keys are explained.
    private var isHelped = false

    /// Creates a browser.
    ///
    /// - Parameters:
    ///   - report: The report of a snapshot, with retained sizes.
    ///   - inspector: The source of single objects.
    package init(_ report: SnapshotReport, _ inspector: BrowserInspector) {
        (self.report, self.inspector) = (report, inspector)
        types = report.types
        arrange()
    }

    /// Shows the leak traces of a type.
    package mutating func show(_ traces: SnapshotReport) {
        self.traces = traces
        offset = 0
    }

    /// Shows the view that waits for the picture.
    package mutating func show(_ picture: HeapPicture) {
        self.picture = picture
        page = view?.page(of: picture, selectedType, inspector)
    }

    private var selectedType: HeapType? { types.indices.contains(selection) ? types[selection].type : nil }

    /// Takes a key, and returns what it requests.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - rows: The lines of the terminal.
    ///   - style: The style of the terminal.
    package mutating func press(_ key: KeyPress, rows: Int, style: TextStyle) -> Request {
        switch key {
        case .interrupt: return .leave
        case .suspend: return .suspend
        default: break
        }
        if search.isTyped {
            type(key)
            return .nothing
        }
        if page != nil {
            turn(key, rows: rows, style: style)
            return .nothing
        }
        if isHelped || key == .character("?") {
            isHelped.toggle()
            return .nothing
        }
        if traces != nil {
            return scroll(key, rows: rows, style: style)
        }
        return choose(key, rows: rows)
    }

    private mutating func type(_ key: KeyPress) {
        switch key {
        case .enter, .up, .down: search.isTyped = false
        case .escape: search = ("", false)
        case .backspace: search.text = String(search.text.dropLast())
        case .character(let character): search.text.append(character)
        default: return
        }
        arrange()
    }

    private mutating func choose(_ key: KeyPress, rows: Int) -> Request {
        switch key {
        case .character("q"): return .leave
        case .escape where search.text.isEmpty: return .leave
        case .escape:
            search = ("", false)
            arrange()
        case .character("/"): search.isTyped = true
        case .character("s"):
            order = order.next
            arrange()
        case .character(let letter) where BrowserView(rawValue: letter) != nil:
            view = BrowserView(rawValue: letter)
            guard let picture else { return .picture }
            show(picture)
        case .enter: return types.indices.contains(selection) ? .trace(types[selection].type) : .nothing
        default: selection = ScreenParts.moved(selection, by: key, page: Self.room(rows), count: types.count)
        }
        return .nothing
    }

    /// Takes a key in a view.
    private mutating func turn(_ key: KeyPress, rows: Int, style: TextStyle) {
        let room = Self.room(rows)
        switch page {
        case .tree(var tree):
            let stays = tree.press(key, page: room)
            page = stays ? .tree(tree) : nil
        case .text(let write, let offset):
            switch key {
            case .character("q"), .escape, .backspace: page = nil
            default:
                let count = max(Self.lines(write, style).count - room + 1, 1)
                page = .text(write: write, offset: ScreenParts.moved(offset, by: key, page: room, count: count))
            }
        case nil: break
        }
    }

    private static func lines(_ write: (inout TextPage) -> Void, _ style: TextStyle) -> [String] {
        var page = TextPage(style: style)
        write(&page)
        return page.lines
    }

    private mutating func scroll(_ key: KeyPress, rows: Int, style: TextStyle) -> Request {
        switch key {
        case .character("q"), .escape, .backspace: traces = nil
        default:
            let room = Self.traceRoom(rows)
            offset = ScreenParts.moved(offset, by: key, page: room, count: max(traceLines(style).count - room + 1, 1))
        }
        return .nothing
    }

    /// Sorts the types that the search leaves. The selection stays on its type if that is among them.
    private mutating func arrange() {
        let selected = types.indices.contains(selection) ? types[selection].type : nil
        types = report.types.filter { item in
            search.text.isEmpty
                || [item.type.description, item.type.label].contains { $0.containsIgnoringCase(search.text) }
        }
        types.sort { one, other in
            switch order {
            case .retained: (one.retainedBytes ?? one.bytes) > (other.retainedBytes ?? other.bytes)
            case .bytes: one.bytes > other.bytes
            case .objects: one.objects > other.objects
            case .name: one.type.description < other.type.description
            }
        }
        selection = types.firstIndex { $0.type == selected } ?? 0
    }
}

extension HeapBrowser {
    /// The lines besides the list: the heading, the heads of the columns, the whole name with its place, and the keys.
    private static let surrounding = 5
    /// The number of functions of an allocation stack.
    private static let maximumCalls = 40
    /// The lines of the whole name and its place.
    private static let about = 2

    private static func room(_ rows: Int) -> Int { max(rows - surrounding, 1) }

    /// The lines of leak traces, between the heading with an empty line and the keys.
    private static func traceRoom(_ rows: Int) -> Int { max(rows - 3, 1) }

    /// Returns the lines of the screen.
    ///
    /// - Parameters:
    ///   - rows: The lines of the terminal.
    ///   - style: The style of the terminal, whose width no line exceeds.
    package func screen(rows: Int, style: TextStyle) -> [String] {
        let room = Self.room(rows)
        if let shown = self.page { return screen(of: shown, room: room, style: style) }
        var page = TextPage(style: style)
        page.line(Span(heading, .strong))
        guard !isHelped else { return help(rows: rows, style) }
        guard traces == nil else {
            let room = Self.traceRoom(rows)
            let lines = traceLines(style)
            let shown = lines.dropFirst(min(offset, max(lines.count - room, 0))).prefix(room)
            let last = "line \(min(offset + shown.count, lines.count)) of \(lines.count)"
            return page.lines + [""] + ScreenParts.filled(shown, room)
                + [ScreenParts.footer([last, "arrows scroll", "? help", "Esc back"], style)]
        }
        let first = max(0, min(selection - room / 2, types.count - room))
        // All types, because the widths of the columns depend on them.
        var list = TextPage(style: style)
        list.isScreen = true
        list.write(types, limit: .max)
        var listed = list.lines.prefix(1) + list.lines.dropFirst(1 + first).prefix(room)
        if types.isEmpty {
            listed = ["", "  no type contains \"\(search.text)\""]
        } else {
            let index = listed.startIndex + 1 + selection - first
            listed[index] = ScreenParts.marked(listed[index], style)
        }
        // The whole name, which the list may shorten.
        var below = TextPage(style: style)
        if types.indices.contains(selection) {
            let (name, place) = (types[selection].type.description, types[selection].site.place)
            below.paragraph(name, indent: 2)
            // The place has a line of its own, as its end is what distinguishes it.
            let isBeside = below.lines.count == 1 && columns(of: name) + columns(of: place) + 16 <= style.width
            if !place.isEmpty {
                below = isBeside ? TextPage(style: style) : below
                let room = style.width - 15
                isBeside
                    ? below.line(indent: 2, Span(name), Span(" allocated at \(place)", .faint))
                    : below.line(indent: 2, Span("allocated at \(elided(place, to: room, .head))", .faint))
            }
        }
        // A name of many lines ends with its place.
        let about = below.lines.prefix(Self.about - 1) + below.lines.dropFirst(Self.about - 1).suffix(1)
        let lines = page.lines + ScreenParts.filled(listed, room + 1) + ScreenParts.filled(about, Self.about)
        return lines.prefix(max(rows - 1, 1)) + [keys(style)]
    }

    /// Returns the lines of a view.
    private func screen(of shown: BrowserPage, room: Int, style: TextStyle) -> [String] {
        var page = TextPage(style: style)
        switch shown {
        case .tree(let tree):
            page.line(Span(tree.title, .strong))
            let listed = tree.lines(room: room, style: style)[...]
            var below = TextPage(style: style)
            below.line(indent: 2, Span(tree.selected))
            let keys = [tree.place, "arrows move", "Enter opens", "Esc closes, goes back", "q types"]
            return page.lines + ScreenParts.filled(listed, room + 1) + ScreenParts.filled(below.lines[...], Self.about)
                + [ScreenParts.footer(keys, style)]
        case .text(let write, let offset):
            page.line(Span(view.map { "\($0.words) of \(report.snapshot.title)" } ?? "", .strong))
            let lines = Self.lines(write, style)
            let part = lines.dropFirst(min(offset, max(lines.count - room, 0))).prefix(room)
            let last = "line \(min(offset + part.count, lines.count)) of \(lines.count)"
            return page.lines + [""] + ScreenParts.filled(part, room + 1)
                + [ScreenParts.footer([last, "arrows scroll", "Esc back"], style), ""]
        }
    }

    private var heading: String {
        let count = types.count == report.types.count ? "" : "\(types.count) of "
        return "\(count)\(counted(report.types.count, "type")) by \(order.rawValue), of \(report.snapshot.title)"
    }

    private func keys(_ style: TextStyle) -> String {
        if search.isTyped { return ScreenParts.footer(["/\(search.text)_", "Enter keeps it", "Esc clears it"], style) }
        let found = search.text.isEmpty ? [] : ["/\(search.text)"]
        return ScreenParts.footer(
            found + ["arrows move", "Enter leak traces", "/ search", "s sort", "? help", "q quit"], style)
    }

    private static let keys: [(key: String, effect: String)] = [
        ("up, down, k, j", "the line before or after"), ("Page Up, Page Down, Space", "a screen back or on"),
        ("Home, End, g, G", "the first or last line"),
        ("Enter", "the objects of a type: size, allocation stack and leak traces"),
        (
            BrowserView.allCases.map(\.rawValue.description).joined(separator: ", "),
            BrowserView.allCases.map(\.words).joined(separator: ", ")
        ),
        ("Esc, Backspace", "back to the types"), ("/", "types that contain a text; Enter keeps it, Esc clears it"),
        ("s", "sort by retained size, bytes, objects or name"), ("Ctrl-Z", "suspend"), ("q, Ctrl-C", "quit"),
    ]

    private func help(rows: Int, _ style: TextStyle) -> [String] {
        var page = TextPage(style: style)
        page.line(Span("Keys", .strong))
        for (key, effect) in Self.keys { page.field(key, effect, gap: 28, labelInk: .plain, ink: .faint) }
        page.blank()
        page.paragraph(
            "Retained is the memory that would be released with the objects. --top, --type and --trace of "
                + "'outlive heap' print the same.", indent: 2, ink: .faint)
        let shown = ScreenParts.filled(page.lines[...], max(rows - 1, 0))
        return Array((shown + [ScreenParts.footer(["any key back"], style)]).suffix(max(rows, 1)))
    }

    private func traceLines(_ style: TextStyle) -> [String] {
        guard let traces else { return [] }
        var page = TextPage(style: style)
        writeSizes(to: &page)
        // The list has said what the process is.
        page.writeTraces(of: traces, limit: .max)
        return page.lines
    }

    /// Writes the size of the type whose leak traces are shown, and the stack that allocated most of its objects.
    private func writeSizes(to page: inout TextPage) {
        guard types.indices.contains(selection) else { return }
        let type = types[selection]
        page.paragraph(type.type.description, indent: 0, hanging: 2, ink: .strong)
        let retained = type.retainedBytes.map { ", retained \(bytesText($0))" } ?? ""
        page.paragraph("\(counted(type.objects, "object")), \(bytesText(type.bytes))\(retained)", indent: 2)
        let calls = type.site.calls
        guard !calls.isEmpty else { return }
        page.blank()
        page.line(indent: 2, Span("most allocated at", .faint))
        for call in calls.prefix(Self.maximumCalls) {
            page.paragraph("\(call.name)  \(call.place ?? "")", indent: 4, hanging: 2)
        }
    }
}

extension String {
    fileprivate func containsIgnoringCase(_ text: String) -> Bool { lowercased().contains(text.lowercased()) }
}
