import Foundation
import OutliveSupport
import OutliveTestSupport
import Testing

@testable import OutliveModel
@testable import OutliveReport

/// The pages of `outlive tasks` and `outlive memory`, which open with their subject.
@Suite struct ExplorerSubjectTests {
    private static func picture(of subject: HeapPicture.Subject, stuck: Int = 0) -> HeapPicture {
        let facts = SnapshotFacts(file: "12", processID: 12, executable: "/srv/App", time: 0, objects: 2, bytes: 96)
        var report = SnapshotReport(toolVersion: "0", snapshot: facts, notes: [])
        report.types = [SnapshotType(type: HeapType(name: "App.Session", kind: .object), objects: 2, bytes: 96)]
        report.largest = [SnapshotObject(type: report.types[0].type, address: "0x10", bytes: 48, retainedBytes: 96)]
        var picture = HeapPicture(
            report: report, retained: RetainedGroup(name: "all", blocks: 2, bytes: 96, retainedBytes: 96))
        var groups = [AlikeTasks(number: 1, count: 7, state: .suspended)]
        if stuck > 0 {
            let verdict = StuckVerdict(certainty: .stuck, evidence: "nothing refers to its continuation")
            groups.insert(AlikeTasks(number: 2, count: stuck, state: .suspended, stuck: verdict), at: 0)
        }
        picture.tasks = TaskReport(toolVersion: "0", processID: 12, executable: "/srv/App", groups: groups)
        let look = MemoryBreakdown(
            processID: 12, executable: "/srv/App", parts: [MemoryPart(.fragments, bytes: 50_000_000, count: 20_000)])
        picture.memory = MemoryReport(
            toolVersion: "0", target: "12", looks: [look], verdict: MemoryVerdict(.fragmentation))
        return picture.about(subject)
    }

    private static func page(_ subject: HeapPicture.Subject, stuck: Int = 0) -> String {
        String(decoding: HeapExplorer(picture(of: subject, stuck: stuck)).bytes, as: UTF8.self)
    }

    private func sections(_ page: String) -> [Substring] {
        page.matches(of: #/<section id="([a-z]+)"/#).map(\.output.1)
    }

    @Test func `A page about tasks begins with the tasks, and one about memory with the memory`() {
        #expect(sections(Self.page(.tasks)).prefix(3) == ["verdict", "tasks", "suspects"])
        #expect(sections(Self.page(.memory)).prefix(3) == ["verdict", "memory", "suspects"])
        #expect(sections(Self.page(.heap)).prefix(3) == ["verdict", "suspects", "types"])
        #expect(Self.page(.tasks).contains("<title>Outlive: tasks of App</title>"))
        #expect(Self.page(.memory).contains("<title>Outlive: memory of App</title>"))
    }

    @Test func `The head answers the question of the page, and a finding without a fault is no warning`() throws {
        func head(_ page: String) throws -> Substring {
            try #require(page.firstMatch(of: #/<section id="verdict"[\s\S]*?<\/h1>/#)).output
        }
        let tasks = try head(Self.page(.tasks))
        #expect(tasks.contains("7 tasks, none of them stuck.") && tasks.contains("class=\"plain\""))
        let stuck = try head(Self.page(.tasks, stuck: 2))
        #expect(stuck.contains("2 tasks that nothing can resume, of 9.") && stuck.contains("class=\"warn\""))
        let memory = try head(Self.page(.memory))
        #expect(memory.contains("\(MemoryVerdict(.fragmentation).words.capitalizedFirst)."))
        let heap = try head(Self.page(.heap))
        #expect(heap.contains("No suspects") && heap.contains("class=\"plain\""))
        // The sign of a warning is an exclamation mark.
        let icons = try [stuck, heap].map { try #require($0.firstMatch(of: #/<path d="([^"]*)"/#)).output.1 }
        #expect(icons[0] != icons[1])
    }

    @Test func `One task is not called some, and tasks that read alike are one row whoever their parents are`() {
        var picture = Self.picture(of: .tasks)
        picture.tasks?.groups = [AlikeTasks(number: 1, count: 1, state: .running)]
        #expect(String(decoding: HeapExplorer(picture).bytes, as: UTF8.self).contains("1 task, which is not stuck."))
        picture.tasks?.groups = [
            AlikeTasks(number: 1, count: 2, state: .running),
            AlikeTasks(number: 2, parent: 1, count: 3, state: .running),
            AlikeTasks(number: 3, count: 4, state: .suspended),
        ]
        let page = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        let rows = page.matches(of: #/<td class="n" data-head="Tasks">(\d+)<\/td>/#).map(\.output.1)
        #expect(rows == ["5", "4"])
    }

    @Test func `A column that has no text in any row is left out`() {
        let page = Self.page(.heap)
        #expect(page.contains("Retained</th>") && !page.contains("llocated at</th>"))
        var picture = Self.picture(of: .heap)
        let symbol = Backtrace.Symbol(function: "App.open() -> ()", file: "App.swift", line: 7)
        picture.report.types[0].site = Backtrace(frames: [
            Backtrace.Frame(module: "/srv/App", buildID: nil, offset: 1, symbols: [symbol])
        ])
        let other = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        #expect(other.contains("Most allocated at</th>"))
    }
}

/// Pages in print, in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct ExplorerPrintTests {
    @Test func `A print keeps the colours of the map, of the flame graph and of their legends`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(HeapExplorer(.stores).bytes).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 794, height: 1_123, scheme: "light", media: "print")
            try await browser.go(to: file.absoluteString)
            for selector in [".box", ".call", "#map-view .legend i", "#calls-view .legend i"] {
                let style = "getComputedStyle(document.querySelector('\(selector)')).printColorAdjust"
                #expect(try await browser.value(of: style) == "exact", "\(selector)")
            }
            // A button in a head is missing from the pages on which the head is repeated.
            let display = "getComputedStyle(document.querySelector('#type-table .sorter')).display"
            #expect(try await browser.value(of: display) == "contents")
            #expect(browser.complaints == [])
        }
    }

    @Test func `The map is whole in a place of another size, as on paper`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(HeapExplorer(.stores).bytes).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: file.absoluteString)
            _ = try await browser.value(of: "document.querySelector('.map > .box') && 'drawn'")
            // A layout for paper draws no box anew; nor does this one before the script ends.
            let outside = """
                (() => {
                    const map = document.querySelector('.map');
                    Object.assign(map.style, { width: '40%', height: '120px', minHeight: 0 });
                    const place = map.getBoundingClientRect();
                    return String([...map.querySelectorAll(':scope > .box')].filter(item => {
                        const box = item.getBoundingClientRect();
                        return box.right > place.right + 1 || box.bottom > place.bottom + 1;
                    }).length);
                })()
                """
            #expect(try await browser.value(of: outside) == "0")
            #expect(browser.complaints == [])
        }
    }

    @Test func `A narrow screen shows no heads of types without their buttons`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(HeapExplorer(.stores).bytes).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 390, height: 844, scheme: "light")
            try await browser.go(to: file.absoluteString)
            _ = try await browser.value(of: "document.querySelector('#type-table button') && 'drawn'")
            let heads =
                "String([...document.querySelectorAll('#type-table th[scope=col]')].some(h => h.checkVisibility()))"
            #expect(try await browser.value(of: heads) == "false")
        }
    }
}
