import OutliveModel
import Testing

@testable import OutliveReport

/// The screen of a watch: the files in `Golden/Watch`.
@Suite struct WatchScreenTests {
    private static func screen(after looks: WatchLook..., keys: [KeyPress] = []) -> WatchScreen {
        var screen = WatchScreen(of: "/opt/note-service", everySeconds: 30)
        for look in looks { screen.show(look) }
        for key in keys { _ = screen.press(key, rows: 24) }
        return screen
    }

    private static func selected(_ screen: WatchScreen) -> String? {
        screen.screen(rows: 24, style: TextStyle(width: 100)).first { $0.hasPrefix("›") }
    }

    @Test(arguments: [60, 80, 200])
    func `The screen equals its golden file`(width: Int) throws {
        let lines = Self.screen(after: .service, keys: [.down]).screen(rows: 24, style: TextStyle(width: width))
        #expect(lines.count == 24 && lines.allSatisfy { columns(of: $0) <= width })
        try GoldenFile(path: "Watch/list.\(width).txt").expect(lines.joined(separator: "\n") + "\n")
    }

    @Test(arguments: [60, 80, 200])
    func `An open type equals its golden file`(width: Int) throws {
        let screen = Self.screen(after: .service, keys: [.enter])
        let lines = screen.screen(rows: 24, style: TextStyle(width: width))
        #expect(lines.count == 24 && lines.allSatisfy { columns(of: $0) <= width })
        try GoldenFile(path: "Watch/opened.\(width).txt").expect(lines.joined(separator: "\n") + "\n")
    }

    @Test(arguments: [5, 9, 16, 24, 60])
    func `A screen has as many lines as the terminal, before and after the looks and without Unicode`(rows: Int) {
        var first = WatchLook.service
        first.course = nil
        for screen in [
            Self.screen(), Self.screen(after: first), Self.screen(after: .service),
            Self.screen(after: .service, keys: [.enter]),
        ] {
            for style in [TextStyle(width: 60), TextStyle(unicode: false, width: 133)] {
                let lines = screen.screen(rows: rows, style: style)
                #expect(lines.count <= max(rows, 7), "\(lines.joined(separator: "\n"))")
                #expect(lines.allSatisfy { columns(of: $0) <= style.width })
                #expect(style.unicode || lines.joined().utf8.allSatisfy { $0 < 0x80 })
            }
        }
    }

    @Test func `Before the second look, raw blocks of all sites of a module are one row`() {
        var first = WatchLook.service
        first.course = nil
        first.types += [16, 32].map { SnapshotType(type: .rawMemory, objects: 1, bytes: $0) }
        let lines = Self.screen(after: first).screen(rows: 24, style: TextStyle(width: 100))
        #expect(lines.count { $0.contains("raw memory") && $0.contains("48 B") && $0.contains("  2  ") } == 1, "\(lines)")
    }

    @Test func `The types that grow come first, and s sorts by bytes, objects and name`() {
        #expect(Self.selected(Self.screen(after: .service))?.contains(" Session") == true)
        let key = KeyPress.character("s")
        var screen = Self.screen(after: .service, keys: [key])
        _ = screen.press(.home, rows: 24)
        #expect(Self.selected(screen)?.contains(" Session") == true)
        let byName = Self.screen(after: .service, keys: [key, key, key, .home])
        #expect(Self.selected(byName)?.contains(" Cache") == true)
    }

    @Test func `The selection stays on its type when the next look changes the order`() {
        var screen = Self.screen(after: .service, keys: [.end])
        let before = Self.selected(screen)
        var next = WatchLook.service
        next.course?.types[4].bytes[12] = 3_000_000
        screen.show(next)
        #expect(before?.contains(" Cache") == true)
        #expect(Self.selected(screen)?.contains(" Cache") == true)
    }

    @Test func `Enter asks for the names of functions, Escape closes, q and Ctrl-C leave`() {
        var screen = Self.screen(after: .service)
        #expect(screen.press(.enter, rows: 24) == .nameFunctions(.registration))
        #expect(screen.press(.character("q"), rows: 24) == .nothing)
        #expect(screen.press(.escape, rows: 24) == .nothing)
        #expect(screen.press(.suspend, rows: 24) == .suspend)
        #expect(screen.press(.character("q"), rows: 24) == .leave)
        _ = screen.press(.enter, rows: 24)
        #expect(screen.press(.interrupt, rows: 24) == .leave)
    }

    @Test func `Control characters of names do not reach the terminal`() {
        var look = WatchLook.service
        look.course = .clocked
        look.types = []
        for keys in [[], [.down], [.enter], [.down, .enter]] as [[KeyPress]] {
            let lines = Self.screen(after: look, keys: keys).screen(rows: 24, style: TextStyle(width: 120))
            #expect(lines.allSatisfy { !$0.contains("\u{1B}") }, "\(lines)")
        }
    }
}

extension WatchLook {
    /// The note service that keeps every session, after 12 cycles.
    fileprivate static var service: WatchLook {
        var look = WatchLook(
            processID: 4711, executable: "/opt/note-service", cycles: 12, heap: .after(cycle: 12),
            vitals: Vitals(residentBytes: 45_000_000, threads: 5, descriptors: 12), grows: true)
        look.course = .leaking
        look.tasks = 3
        look.types = [
            SnapshotType(
                type: HeapType(name: "NoteService.Session", kind: .object), objects: 1400, bytes: 2_200_000,
                site: .registration)
        ]
        look.memory = MemoryBreakdown(
            processID: 4711,
            parts: [
                MemoryPart(.objects, bytes: 4_000_000), MemoryPart(.blocks, bytes: 2_300_000),
                MemoryPart(.code, bytes: 20_000_000), MemoryPart(.fragments, bytes: 9_000_000),
                MemoryPart(.stacks, bytes: 700_000),
            ], threads: 5)
        return look
    }
}
