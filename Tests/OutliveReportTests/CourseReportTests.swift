import OutliveModel
import Testing

@testable import OutliveReport

/// A heap over time in text and as a picture: the files in `Golden/Course`.
@Suite struct CourseReportTests {
    @Test(arguments: [60, 80, 200])
    func `The text of a heap over time equals its golden file`(width: Int) throws {
        var page = TextPage(style: TextStyle(width: width))
        page.writeCourse(.leaking, causes: Report.heapLeaking.causes)
        #expect(page.lines.allSatisfy { columns(of: $0) <= width })
        try GoldenFile(path: "Course/leaking.\(width).txt").expect(page.lines.joined(separator: "\n") + "\n")
    }

    @Test func `Text without Unicode draws the curve in ASCII`() throws {
        var page = TextPage(style: TextStyle(unicode: false, width: 80))
        page.writeCourse(.clocked)
        let text = page.lines.joined(separator: "\n") + "\n"
        #expect(text.allSatisfy { $0.isASCII })
        try GoldenFile(path: "Course/clocked.ascii.txt").expect(text)
    }

    @Test func `The picture of a heap over time equals its golden file`() throws {
        let plot = try #require(CoursePlot(.leaking, causes: Report.heapLeaking.causes))
        try GoldenFile(path: "Course/leaking.html").expect(plot.figure.html)
        try GoldenFile(path: "Course/clocked.html").expect(#require(CoursePlot(.clocked)).figure.html)
    }

    @Test func `A report with a course has it in the text and on the page`() throws {
        var report = Report.heapLeaking
        report.course = .leaking
        let text = String(decoding: try ReportFormat.text.bytes(for: report), as: UTF8.self)
        #expect(text.contains("\nHeap over time\n"))
        let (page, without) = (try report.page(), try Report.heapLeaking.page())
        #expect(page.contains("id=\"course\"") && !without.contains("id=\"course\""))
    }

    @Test func `The bands and the rest add up to the live memory, by type, module and cause`() throws {
        let stacks = CourseStack.all(.leaking, causes: Report.heapLeaking.causes)
        #expect(stacks.map(\.grouping) == [.type, .module, .cause])
        for stack in stacks {
            #expect(stack.totals == HeapCourse.leaking.points.map(\.bytes))
            for index in stack.points.indices {
                #expect(stack.bands.reduce(0) { $0 + $1.bytes[index] } == stack.totals[index])
            }
        }
        #expect(stacks.last?.bands.first?.name == Report.heapLeaking.causes.first?.name)
    }

    @Test func `A course from a file with wrong numbers is drawn without a crash`() throws {
        var wrong = HeapCourse.clocked
        for index in wrong.points.indices { wrong.points[index].seconds = index.isMultiple(of: 2) ? .nan : -1e300 }
        wrong.points[1].bytes = .max
        wrong.points[2].bytes = .min
        wrong.types[0].bytes = [.max, .min]
        wrong.modules[0].bytes = []
        wrong.points += Array(repeating: wrong.points[0], count: 10_000)
        var page = TextPage(style: TextStyle(width: 80))
        page.writeCourse(wrong)
        #expect(page.lines.allSatisfy { columns(of: $0) <= 80 })
        let html = try #require(CoursePlot(wrong)).figure.html
        #expect(!html.contains("nan") && html.utf8.count < 200_000)
    }
}

extension HeapCourse {
    /// The heap of the note service that keeps every session, over 12 cycles.
    static let leaking = HeapCourse(
        points: (0...12).map { HeapCourse.Point(cycle: $0, bytes: 3_500_000 + 215_840 * $0) },
        types: [
            group("raw memory", .raw, module: "note-service", (0...12).map { 1_300_000 + 1_000 * ($0 % 3) }),
            group("NoteService.Session", .object, (0...12).map { 400_000 + 150_000 * $0 }),
            group("Swift._ContiguousArrayStorage<Swift.UInt8>", .object, (0...12).map { 200_000 + 50_000 * $0 }),
            group("closure (NoteService.Session, Swift.Int)", .object, (0...12).map { 20_000 + 480 * $0 }),
            group("NoteService.Cache", .object, Array(repeating: 300_000, count: 13)),
        ],
        modules: [
            HeapCourse.Group(module: "NoteService", bytes: (0...12).map { 720_000 + 150_480 * $0 }),
            HeapCourse.Group(module: "note-service", bytes: (0...12).map { 1_300_000 + 1_000 * ($0 % 3) }),
            HeapCourse.Group(module: "Swift", bytes: (0...12).map { 200_000 + 50_000 * $0 }),
        ])

    /// The heap of a program that fills a buffer and releases it, by a clock.
    static let clocked = HeapCourse(
        points: (0...40).map { index in
            HeapCourse.Point(
                cycle: index, seconds: Double(index) / 10, bytes: 1_000_000 + hill(index), residentBytes: 9_000_000)
        },
        types: [
            group("Tool.Buffer", .object, (0...40).map(hill)),
            group(
                "Tool.\u{1B}[31mTable<Swift.Dictionary<Swift.String, Tool.A_Very_Long_Name_That_Does_Not_Fit_A_Line>>",
                .object, Array(repeating: 250_000, count: 41)),
        ], modules: [HeapCourse.Group(module: "Tool", bytes: (0...40).map { 250_000 + hill($0) })])

    private static func hill(_ index: Int) -> Int { max(0, 20 - abs(index - 22)) * 400_000 }

    private static func group(
        _ name: String, _ kind: HeapType.Kind, module: String? = nil, _ bytes: [Int]
    ) -> HeapCourse.Group {
        HeapCourse.Group(
            type: name.hasPrefix("closure ")
                ? HeapType(described: name) : HeapType(name: name, kind: kind), module: module, bytes: bytes)
    }
}
