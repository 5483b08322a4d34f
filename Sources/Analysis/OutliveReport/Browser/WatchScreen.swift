package import OutliveModel
internal import OutliveSupport

/// The state of the screen of a watch: the heap over time, the types that grow, tasks and parts of memory.
///
/// The terminal reads keys and prints lines; what they mean is decided here.
package struct WatchScreen: Sendable {
    /// What a key requests of the terminal.
    package enum Request: Hashable, Sendable {
        case nothing
        /// Find the names of the functions of an allocation stack, which takes a while, for `name(_:)`.
        case nameFunctions(Backtrace)
        case suspend
        case leave
    }

    /// An order of the types.
    private enum Order: String, CaseIterable {
        case growth, bytes, objects, name
    }

    /// A type, or the raw blocks that one module allocated.
    fileprivate struct Row {
        var group: HeapCourse.Group
        /// The number of live objects, and the stack that allocated most of them.
        var found: SnapshotType?
        /// The mean change in bytes from cycle to cycle, or `nil` before the second look.
        var growth: Double?

        var bytes: Int { group.bytes.last ?? 0 }
    }

    private let program: String
    private let interval: String
    private var look: WatchLook?
    private var rows: [Row] = []
    private var order = Order.growth
    private var selection = 0
    /// The type that is open, by its title, or `nil` for the list.
    private var opened: String?
    /// The stack of the open type with the names of its functions; `nil` until they are found.
    private var named: Backtrace?

    /// Creates the screen of a watch that has not looked yet.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - seconds: The seconds between two looks.
    package init(of program: String, everySeconds seconds: Double) {
        self.program = program.split(separator: "/").last.map(String.init) ?? program
        interval = timeText(seconds)
    }

    /// Shows the figures of a look. The selection stays on its type.
    package mutating func show(_ look: WatchLook) {
        self.look = look
        arrange()
    }

    /// Shows the names of the functions of the open type.
    package mutating func name(_ stack: Backtrace) { named = stack }

    /// Takes a key, and returns what it requests.
    ///
    /// - Parameter count: The lines of the terminal.
    package mutating func press(_ key: KeyPress, rows count: Int) -> Request {
        switch key {
        case .interrupt: return .leave
        case .suspend: return .suspend
        case .character("q"), .escape, .backspace:
            guard opened != nil else { return key == .character("q") ? .leave : .nothing }
            (opened, named) = (nil, nil)
        case .character("s"):
            order = order.next
            arrange()
        case .enter:
            guard opened == nil, rows.indices.contains(selection) else { return .nothing }
            opened = rows[selection].group.title
            if let site = rows[selection].found?.site, !site.frames.isEmpty { return .nameFunctions(site) }
        default:
            guard opened == nil else { return .nothing }
            selection = ScreenParts.moved(selection, by: key, page: max(count - 12, 1), count: rows.count)
        }
        return .nothing
    }

    private mutating func arrange() {
        guard let look else { return }
        let selected = rows.indices.contains(selection) ? rows[selection].group.title : nil
        let cycles = (look.course?.points.last?.cycle ?? 0) - (look.course?.points.first?.cycle ?? 0)
        let types = look.types.combined(by: \.group.title) { sum, site in
            sum.objects += site.objects
            sum.bytes += site.bytes
        }
        let groups = look.course?.types ?? types.map(\.group)
        let byTitle = Dictionary(uniqueKeysWithValues: types.map { ($0.group.title, $0) })
        rows = groups.filter { $0.bytes.last ?? 0 > 0 }.map { group in
            let change = Double(group.bytes.last ?? 0) - Double(group.bytes.first ?? 0)
            return Row(
                group: group, found: byTitle[group.title], growth: cycles > 0 ? change / Double(cycles) : nil)
        }
        rows.sort { one, other in
            switch order {
            case .growth: (one.growth ?? 0, one.bytes) > (other.growth ?? 0, other.bytes)
            case .bytes: one.bytes > other.bytes
            case .objects: one.found?.objects ?? 0 > other.found?.objects ?? 0
            case .name: one.group.title < other.group.title
            }
        }
        selection = rows.firstIndex { $0.group.title == selected } ?? 0
    }
}

extension SnapshotType {
    /// The group of a course with these objects: raw blocks are grouped by module.
    fileprivate var group: HeapCourse.Group {
        let module = type.kind == .raw ? site.bestFrame?.module.split(separator: "/").last.map(String.init) : nil
        return HeapCourse.Group(type: type, module: module, bytes: [bytes])
    }
}

extension WatchScreen {
    /// The lines besides the curve and the list: three of totals, the heads of columns, the selection and the keys.
    private static let surrounding = 6
    /// The lines below a curve, and the least and greatest number of its own.
    private static let axis = 2
    private static let curve = 3...10

    /// Returns the lines of the screen.
    ///
    /// - Parameters:
    ///   - count: The lines of the terminal.
    ///   - style: The style of the terminal, whose width no line exceeds.
    package func screen(rows count: Int, style: TextStyle) -> [String] {
        var page = TextPage(style: style)
        guard let look else {
            page.line(Span("\(program): the first inspection is under way", .strong))
            let lines = ScreenParts.filled(page.lines[...], max(count - 1, 1))
            return Array((lines + [ScreenParts.footer(["q quit"], style)]).suffix(max(count, 1)))
        }
        writeTotals(of: look, to: &page)
        let open = opened.flatMap { title in rows.first { $0.group.title == title } }
        let course = open.map { $0.course(in: look.course) } ?? look.course
        let stack = course.flatMap { CourseStack($0, by: .type) }
        let room = max(count - Self.surrounding, 1)
        let height = min(room * 2 / 5, Self.curve.upperBound)
        var left = room
        if let stack, height >= Self.curve.lowerBound {
            page.writeCurve(stack, height: height)
            left -= height + Self.axis
        }
        let lines = page.lines
        if opened != nil {
            let about = open.map { detail(of: $0, style) } ?? ["", "  nothing of this type is alive any more"]
            return lines + ScreenParts.filled(about[...], left + 2)
                + [ScreenParts.footer(["Esc back", "Ctrl-C quit and report"], style)]
        }
        return lines + list(left, style) + [
            ScreenParts.footer(
                ["arrows move", "Enter opens", "s sort: \(order.rawValue)", "q quit and report"], style)
        ]
    }

    private func writeTotals(of look: WatchLook, to page: inout TextPage) {
        let cycles = look.cycles == 0 ? "looked at once" : "after \(counted(look.cycles, "cycle"))"
        let alive = bytesText(boundedSum(look.heap.bytes, look.heap.rawBytes))
        let verdict = look.grows.map { $0 ? " and growing" : " and steady" } ?? ", not judged yet"
        // The verdict comes before what a narrow screen has no room for.
        page.line(
            Span("\(alive) alive", .strong), Span(verdict, look.grows == true ? .badStrong : .faint),
            Span(" \(cycles), one every \(interval): \(program) (process \(look.processID))", .strong))
        var counts = [
            counted(look.heap.objects, "object"), counted(look.heap.rawBlocks, "other block"),
            counted(look.tasks, "task"),
        ]
        if let vitals = look.vitals {
            counts += [counted(vitals.threads, "thread"), counted(vitals.descriptors, "descriptor")]
        }
        page.line(indent: 2, Span(counts.joined(separator: ", ")))
        page.line(indent: 2, Span(memory(of: look), .faint))
    }

    /// The resident memory with its largest parts, which `outlive memory` explains.
    private func memory(of look: WatchLook) -> String {
        guard let memory = look.memory else {
            return look.vitals.map { "\(bytesText($0.residentBytes)) resident" } ?? ""
        }
        let parts = memory.parts.sorted { $0.bytes > $1.bytes }.prefix(4).map {
            "\(bytesText($0.bytes)) \($0.kind.words(isAllocatorKnown: memory.hasAllocator))"
        }
        return "\(bytesText(memory.resident)) resident: " + parts.joined(separator: ", ")
    }

    /// Returns the heads of the columns, the rows around the selection, and a line for the selected one.
    private func list(_ room: Int, _ style: TextStyle) -> [String] {
        let places = look?.course.flatMap { CourseStack($0, by: .type) }?.places ?? []
        let small = style.width >= 100 && !places.isEmpty ? style.width / 10 : 0
        func amounts(_ bytes: String, _ growth: String, _ objects: String, _ curve: String) -> String {
            aligned(bytes, 9) + aligned(growth, 11) + aligned(objects, 9) + "  " + (small > 0 ? curve + "  " : "")
        }
        let allocations = rows.map { row in
            let curve = TerminalCurve(row.group.bytes, at: places, columns: small)
            let growth = row.growth.map { Scale.bytes($0).text($0, signed: true) } ?? ""
            return AllocationRow(
                amounts: amounts(
                    bytesText(row.bytes), growth, row.found.map { grouped($0.objects) } ?? "",
                    curve.row(0, of: 1, unicode: style.unicode)),
                name: row.group.title, place: row.found?.site.place ?? "",
                isOfType: row.group.type != nil && row.group.type?.kind != .raw)
        }
        // All types, because the widths of the columns depend on them.
        var page = TextPage(style: style)
        page.isScreen = true
        page.write(
            allocations, heads: amounts("bytes", "per cycle", "objects", padded("", small)),
            names: ("type", "most allocated at"))
        let shown = max(room, 1)
        let first = max(0, min(selection - shown / 2, rows.count - shown))
        var listed = page.lines.prefix(1) + page.lines.dropFirst(1 + first).prefix(shown)
        var below = TextPage(style: style)
        if rows.indices.contains(selection) {
            let index = listed.startIndex + 1 + selection - first
            listed[index] = ScreenParts.marked(listed[index], style)
            // The whole name, which the list may shorten.
            below.line(indent: 2, Span(rows[selection].group.title, .faint))
        } else {
            below.line()
        }
        return ScreenParts.filled(listed, shown + 1) + below.lines
    }

    /// Returns the lines about an open type: its name, its bytes, and the stack that allocated most of its objects.
    private func detail(of row: Row, _ style: TextStyle) -> [String] {
        var page = TextPage(style: style)
        page.paragraph(row.group.title, indent: 0, hanging: 2, ink: .strong)
        let objects = row.found.map { "\(counted($0.objects, row.group.type?.kind == .raw ? "block" : "object")), " }
        let growth = row.growth.map { ", \(Scale.bytes($0).text($0, signed: true)) per cycle" } ?? ""
        page.paragraph("\(objects ?? "")\(bytesText(row.bytes))\(growth)", indent: 2, hanging: 2)
        guard let site = row.found?.site, !site.frames.isEmpty else {
            page.paragraph(
                "where it is allocated is unknown: only 'outlive run' and the heap tier record stacks; 'outlive heap' "
                    + "shows the holders", indent: 2, hanging: 2, ink: .faint)
            return page.lines
        }
        page.line(indent: 2, Span("most allocated at", .faint))
        for call in (named ?? site).calls {
            page.line(indent: 4, Span(call.name), Span(call.place.map { "  \($0)" } ?? "", .faint))
        }
        return page.lines
    }
}

extension WatchScreen.Row {
    /// Returns the course of the group alone.
    fileprivate func course(in whole: HeapCourse?) -> HeapCourse? {
        guard var course = whole else { return nil }
        for index in course.points.indices {
            course.points[index].bytes = group.bytes.indices.contains(index) ? group.bytes[index] : 0
        }
        course.types = [group]
        return course
    }
}
