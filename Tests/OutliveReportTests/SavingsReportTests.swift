import Foundation
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveReport

/// What could be saved, as text, on a page and as JSON.
@Suite struct SavingsReportTests {
    static let savings: Savings = {
        func stack(_ line: Int) -> Backtrace {
            let symbol = Symbol(function: "App.Table.load() -> ()", file: "/src/App/Table.swift", line: line)
            return Backtrace(frames: [Frame(module: "/app", buildID: nil, offset: UInt64(line), symbols: [symbol])])
        }
        func object(_ name: String) -> HeapType { HeapType(name: name, kind: .object) }
        let strings = object("Swift.__StringStorage"), rows = object("Swift._ContiguousArrayStorage<App.Row>")
        return Savings(
            [
                SavingSite(
                    .equal, type: strings, stack: stack(12), blocks: 3_000, bytes: 1_210_000, saved: 1_000_000,
                    different: 20),
                // The same line, inlined at another place.
                SavingSite(
                    .equal, type: strings, stack: Backtrace(frames: stack(12).frames + stack(90).frames), blocks: 400,
                    bytes: 210_000, saved: 200_000, different: 4),
                SavingSite(.capacity, type: rows, stack: stack(40), blocks: 25, bytes: 909_000, saved: 800_000),
                SavingSite(.slack, type: .rawMemory, stack: stack(7), blocks: 17_143, bytes: 565_719, saved: 120_001),
                SavingSite(.slack, type: object("App.Row"), stack: Backtrace(), blocks: 1, bytes: 33, saved: 7),
                SavingSite(
                    .equal, type: object("FoundationEssentials.__DataStorage"), stack: stack(44), blocks: 2,
                    bytes: 8_000, saved: 4_000, different: 1),
                SavingSite(
                    .equal, type: .rawMemory, stack: stack(45), blocks: 1, bytes: 90, saved: 90, different: 1),
            ], notCompared: HeapAmount(objects: 2, bytes: 5_000_000))
    }()

    private static func text(width: Int = 80, unicode: Bool = true, limit: Int = .max) -> String {
        let style = TextStyle(unicode: unicode, width: width)
        return String(
            decoding: TextPage.bytes(style) { $0.write(savings, limit: limit, more: "--top N lists more") },
            as: UTF8.self)
    }

    @Test func `Sites of one line are one, most bytes first, in sentences`() {
        #expect(
            Self.text() == """
                What could be saved: 2.12 MB
                  1.20 MB in equal contents, 800 kB in unused capacity, 120 kB added by malloc
                   1.20 MB  3400 strings with 24 different contents, made at App/Table.swift:12
                    800 kB  capacity beyond the elements of 25 values of [Row], 12 % used, made
                            at App/Table.swift:40
                    120 kB  added by malloc to 17,143 blocks of 33 B on average, made at
                            App/Table.swift:7
                   4.00 kB  2 values of Data with the same content, made at App/Table.swift:44
                      90 B  1 block of memory with the content of another one, made at
                            App/Table.swift:45
                       7 B  added by malloc to 1 block of 33 B: Row
                  2 large contents of 5.00 MB in all were not compared

                """, "\(Self.text())")
    }

    @Test(arguments: [40, 60, 200]) func `The text fits the width, in ASCII where the style says so`(width: Int) {
        for unicode in [true, false] {
            let text = Self.text(width: width, unicode: unicode, limit: 2)
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
            #expect(unicode || text.allSatisfy(\.isASCII))
            #expect(text.contains("4 sites more: --top N"), "\(text)")
        }
    }

    @Test func `Types of one name have their modules, and others have none`() {
        func site(_ name: String) -> SavingSite {
            SavingSite(
                .capacity, type: HeapType(name: "Swift._DictionaryStorage<Swift.Int, \(name)>", kind: .object),
                stack: Backtrace(), blocks: 1, bytes: 200, saved: 100)
        }
        let savings = Savings([site("App.Row"), site("Lib.Row"), site("App.Cell")])
        let text = String(
            decoding: TextPage.bytes(TextStyle(width: 120)) { $0.write(savings, limit: 9, more: "") }, as: UTF8.self)
        for name in ["[Swift.Int: App.Row]", "[Swift.Int: Lib.Row]", "[Int: Cell]"] {
            #expect(text.contains("1 value of \(name), 50 % used"), "\(text)")
        }
    }

    @Test func `Nothing is written where nothing could be saved`() {
        let page = TextPage.bytes(TextStyle()) { page in
            page.write(Savings([]), limit: 5, more: "")
            page.write(nil, limit: 5, more: "")
        }
        #expect(String(decoding: page, as: UTF8.self) == "\n")
    }

    @Test func `A snapshot's and a memory report's JSON have every site, and are read again`() throws {
        var memory = MemoryReport(
            of: MemoryBreakdown(processID: 1, executable: "/app", parts: []), target: "1", notes: [])
        memory.savings = Self.savings
        let bytes = try ListingFormat.json.bytes(for: memory)
        let read = try JSONDecoder().decode(MemoryReport.self, from: Data(bytes))
        #expect(read.savings == Self.savings && read.savings?.sites.count == 7)
        memory.savings = nil
        #expect(!String(decoding: try ListingFormat.json.bytes(for: memory), as: UTF8.self).contains("savings"))
    }

    @Test func `The page to explore a heap has the savings as a table, with escaped names`() throws {
        var report = SnapshotReport(
            toolVersion: "0", snapshot: SnapshotFacts(file: "now.heap", processID: 12, executable: "/app", time: 0))
        func page() -> String {
            String(
                decoding: HeapExplorer(HeapPicture(report: report, retained: RetainedGroup(name: "all"))).bytes,
                as: UTF8.self)
        }
        #expect(!page().contains("id=\"savings\""))
        report.savings = Self.savings
        let text = page()
        #expect(text.contains("What could be saved: 2.12 MB"))
        #expect(text.contains("25 values of [Row], 12 % used"))
        #expect(text.contains("App/Table.swift:12"))
    }
}
