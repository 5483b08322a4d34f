import Foundation
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveReport

/// The sizes of allocations and the ages of released blocks, as text and as a picture.
@Suite struct HistogramTests {
    /// 5 of none, and the classes of 16 to 31 bytes, 32 to 63, 64 to 127 and 1 to 2 KiB.
    private static let sizes = [5, 0, 0, 0, 0, 1_200, 16_000, 8_000, 0, 0, 0, 3]
    private static let ages = [900, 80, 20]

    private static func text(_ sizes: [Int], _ ages: [Int], width: Int = 80, unicode: Bool = true) -> String {
        let style = TextStyle(unicode: unicode, width: width)
        return String(
            decoding: TextPage.bytes(style) { $0.writeHistograms(sizes: sizes, ages: ages, unit: .cycle) },
            as: UTF8.self)
    }

    @Test func `Classes are joined so that few bars remain, each with its number and share`() {
        #expect(
            Self.text(Self.sizes, Self.ages, width: 60) == """
                  sizes of allocations
                            0 B       5  <1 %  ▏
                       1 to 3 B       0
                      4 to 15 B       0
                     16 to 63 B  17,200  68 %  ████████████████████████████
                    64 to 255 B    8000  32 %  █████████████
                  256 to 1023 B       0
                     1 to 2 KiB       3  <1 %  ▏

                  life times of released blocks
                     same cycle  900  90 %  ███████████████████████████████
                        1 cycle   80   8 %  ██▊
                  2 to 3 cycles   20   2 %  ▊

                """, "\(Self.text(Self.sizes, Self.ages))")
    }

    @Test func `Many classes have at most eleven bars, with the sum of all`() throws {
        let counts = (0..<48).map { $0 + 1 }
        let histogram = try #require(ClassHistogram(sizes: counts))
        #expect(histogram.bars.count <= 11)
        #expect(histogram.sum == counts.reduce(0, +))
        #expect(histogram.bars.map(\.label).prefix(2) == ["0 B", "1 to 31 B"])
        #expect(histogram.bars.last?.label == "32 to 128 TiB", "\(histogram.bars)")
    }

    @Test func `Ages of one class say nothing, and no sizes are no histogram`() {
        #expect(ClassHistogram(ages: [7], unit: .cycle) == nil)
        #expect(ClassHistogram(ages: [0, 0, 7], unit: .cycle) == nil)
        #expect(ClassHistogram(ages: [1, 7], unit: .cycle)?.bars.map(\.label) == ["same cycle", "1 cycle"])
        let launches = ClassHistogram(ages: [1, 7, 3], unit: .launch)
        #expect(launches?.bars.map(\.label) == ["same launch", "1 launch", "2 to 3 launches"])
        #expect(ClassHistogram(sizes: []) == nil && ClassHistogram(sizes: [0, 0]) == nil)
        // A report of another source may have any number of classes.
        #expect(ClassHistogram(sizes: Array(repeating: 1, count: 100)) == nil)
        #expect(ClassHistogram(sizes: [Int.max, Int.max])?.sum == wholeNumbers.upperBound)
    }

    @Test(arguments: [40, 60, 80, 200]) func `Bars fit the width, in ASCII where the style says so`(width: Int) {
        for unicode in [true, false] {
            let text = Self.text(Self.sizes + Self.sizes, Self.ages, width: width, unicode: unicode)
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
            #expect(unicode || text.allSatisfy(\.isASCII))
            #expect(text.contains(unicode ? "█" : "#"))
        }
    }

    @Test func `A census of counted allocations ends with the sizes, any other has none`() throws {
        func text(_ allocations: HeapAllocations?) throws -> String {
            let type = HeapType(name: "App.Row", kind: .object)
            let rows = [HeapRow(type: type, count: 1, bytes: 32)]
            let census = HeapCensus(processID: 1, cycle: 0, rows: rows, allocations: allocations)
            var report = CensusReport(toolVersion: "1", startedAt: "", machine: Report.measured.machine)
            report.processes = [CensusedProcess(processID: 1, executable: "/app", census: census)]
            return String(decoding: try ListingFormat.text.bytes(for: report), as: UTF8.self)
        }
        let amount = HeapAmount(objects: 3, bytes: 90)
        let total = AllocationTotal(type: HeapType(name: "App.Row", kind: .object), stack: nil, amount: amount)
        let counted = HeapAllocations(all: amount, sizes: [0, 0, 0, 0, 0, 3], totals: [total])
        #expect(try text(counted).contains("sizes of allocations\n  16 to 31 B  3 100 %"))
        #expect(try !text(nil).contains("sizes"))
    }

    @Test func `A report of counted allocations has both histograms, as text and on its page`() throws {
        var report = Report.clean
        func bytes(_ format: String) throws -> String {
            let format = try #require(ReportFormat.named(format))
            return String(decoding: try format.bytes(for: report, PresentationOptions()), as: UTF8.self)
        }
        #expect(try !bytes("html").contains("id=\"sizes\""))
        report.allocations = [
            AllocationFigures(
                units: 3, blocks: Spread([8]), bytes: Spread([90]), temporary: .none, sizes: Self.sizes, ages: Self.ages
            )
        ]
        #expect(try bytes("text").contains("\n  life times of released blocks\n     same cycle  900  90 %  █"))
        let page = try bytes("html")
        #expect(page.contains("<section id=\"sizes\"") && page.contains("Life times of released blocks"))
    }

    @Test func `A page has the numbers as bars with words`() throws {
        let node = try #require(ClassHistogram(sizes: Self.sizes)).picture
        let html = node.html
        #expect(html.contains("16 to 63 B: 17200"))
        #expect(html.contains("Sizes of allocations"))
    }
}
