import Foundation
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveReport

struct MemoryReportTests {
    private static let report: MemoryReport = {
        var look = MemoryBreakdown(
            processID: 12, executable: "/srv/App", time: 1_700_000_000,
            parts: [
                MemoryPart(
                    .objects, bytes: 40_000_000, count: 900,
                    items: [
                        MemoryItem(
                            name: "App.Session", module: "App", count: 800, bytes: 39_000_000, pinned: 4096, pins: 2),
                        MemoryItem(name: "Swift._ContiguousArrayStorage<Swift.UInt8>", count: 100, bytes: 1_000_000),
                    ]),
                MemoryPart(.fragments, bytes: 50_000_000, count: 20_000),
                MemoryPart(
                    .code, bytes: 9_000_000, count: 1,
                    items: [MemoryItem(name: "/usr/lib/libc.so.6", count: 3, bytes: 9_000_000)]),
            ], free: FreeMemory(arenas: 3, chunks: 20_000, chunkBytes: 50_000_000, trim: 1000), threads: 4)
        look.peak = 120_000_000
        let growth = MemoryVerdict.Growth.unknown(looks: 1, needed: 6)
        return MemoryReport(
            toolVersion: "1", target: "12", looks: [look, look], verdict: MemoryVerdict(look, growth: growth),
            notes: ["a note"])
    }()

    @Test(arguments: [60, 80, 200])
    func `Text fits the width, with the verdict, each part and the sum`(width: Int) throws {
        let bytes = try ListingFormat.text.bytes(for: Self.report, style: TextStyle(width: width))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
        for part in [
            "Fragmentation", "resident Swift objects", "App.Session", "free, beside", "libc.so.6", "sum", "a note",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        #expect(text.contains("50.0 MB  51 %"), "\(text)")
    }

    @Test func `A report says why live memory grows although resident memory does not`() throws {
        var report = Report.measured
        report.memory = MemoryUse(breakdown: Self.report.looks[0], verdict: MemoryVerdict(.leak))
        func sentences(perCycle: Double) throws -> [String] {
            report.slopes = [
                Slope(
                    metric: .residentBytes, perCycle: perCycle,
                    interval: Interval(lower: perCycle - 1, upper: perCycle + 1), minimumEffect: 100,
                    cycles: 10)
            ]
            return try #require(MemoryTable(report)).sentences
        }
        let still = try sentences(perCycle: 0)
        #expect(still.first == "a leak: live memory grows steadily")
        #expect(still.last?.hasPrefix("resident memory shows no growth yet") == true)
        #expect(try sentences(perCycle: 1_000) == ["a leak: live memory grows steadily"])
    }

    @Test func `A report and a page say which part of the live blocks is resident, beside their allocated bytes`()
        throws
    {
        var (report, look) = (Report.heapLeaking, Self.report.looks[0])
        report.memory = MemoryUse(breakdown: look, verdict: MemoryVerdict(.none))
        let cycle = try #require(report.heap?.cycles.last)
        #expect(try #require(MemoryTable(report)).sentences == ["no part stands out that could be reduced"])
        look.parts[0].bytes = 93_300
        report.memory?.breakdown = look
        let part = "93.3 kB of \(bytesText(cycle.bytes + cycle.rawBytes)) in live blocks"
        let sentences = try #require(MemoryTable(report)).sentences
        #expect(sentences.last == "\(part) are resident: memory counts once it is touched")
        let facts = SnapshotFacts(
            file: "12", processID: 12, executable: "", time: 0, objects: 9, bytes: cycle.bytes, rawBytes: cycle.rawBytes
        )
        var picture = HeapPicture(
            report: SnapshotReport(toolVersion: "0", snapshot: facts, notes: []),
            retained: RetainedGroup(name: "all", blocks: 9, bytes: 9, retainedBytes: 9))
        picture.memory = MemoryReport(
            toolVersion: "1", target: "12", looks: [look], verdict: MemoryVerdict(.none), notes: [])
        #expect(String(decoding: HeapExplorer(picture).bytes, as: UTF8.self).contains(part))
    }

    @Test func `JSON is the report`() throws {
        let bytes = try ListingFormat.json.bytes(for: Self.report)
        #expect(try JSONDecoder().decode(MemoryReport.self, from: Data(bytes)) == Self.report)
    }

    @Test func `Each verdict, figure and action has words`() {
        for kind in MemoryVerdict.Kind.allCases { #expect(!kind.words.isEmpty) }
        for kind in MemoryPart.Kind.allCases { #expect(!kind.words(isAllocatorKnown: false).isEmpty) }
    }

    @Test func `The figures of a watch have the parts of memory`() throws {
        let census = HeapCensus(processID: 12, cycle: 3)
        let look = WatchLook(
            processID: 12, executable: "/srv/App", cycles: 3, heap: HeapCycle(census, cycle: 3),
            memory: Self.report.looks[0], grows: true)
        let text = String(decoding: OpenMetrics(look).bytes, as: UTF8.self)
        #expect(text.contains("outlive_watched_process{pid=\"12\",program=\"App\"} 1\n"))
        #expect(text.contains("outlive_memory_bytes{part=\"fragments\"} 50000000\n"))
        #expect(text.contains("outlive_watch_cycles_total 3\n") && text.contains("outlive_growing 1\n"))
        #expect(text.hasSuffix("# EOF\n"))
    }
}
