import OutliveModel
import Testing

@Suite struct HeapCourseRecordTests {
    /// A census of types by name with their bytes, and of raw blocks that a library allocated.
    private static func census(_ types: [String: Int], raw: Int = 0) -> HeapCensus {
        var census = HeapCensus(processID: 1, cycle: 0, rawBlocks: raw > 0 ? 1 : 0, rawBytes: raw)
        census.stacks = [
            Backtrace(frames: [
                Frame(module: "/usr/lib/libc.so.6", buildID: nil, offset: 1, symbols: []),
                Frame(module: "/opt/libzip.so.5", buildID: nil, offset: 2, symbols: []),
            ])
        ]
        census.rows = types.map { HeapRow(type: HeapType(name: $0, kind: .object), count: 1, bytes: $1) }
        if raw > 0 { census.rows.append(HeapRow(type: .rawMemory, stack: 0, count: 1, bytes: raw)) }
        return census
    }

    @Test func `Points have all live bytes, and groups the bytes of types and modules`() throws {
        var record = HeapCourseRecord()
        record.add(Self.census(["App.Session": 100], raw: 50))
        record.add(Self.census(["App.Session": 200, "Swift.Array<App.Note>": 30], raw: 50), residentBytes: 9000)
        let course = try #require(record.course())
        #expect(
            course.points == [
                HeapCourse.Point(cycle: 0, bytes: 150), HeapCourse.Point(cycle: 1, bytes: 280, residentBytes: 9000),
            ])
        #expect(
            course.types == [
                HeapCourse.Group(type: HeapType(name: "App.Session", kind: .object), bytes: [100, 200]),
                HeapCourse.Group(type: .rawMemory, module: "libzip.so.5", bytes: [50, 50]),
                HeapCourse.Group(type: HeapType(name: "Swift.Array<App.Note>", kind: .object), bytes: [0, 30]),
            ])
        #expect(
            course.modules == [
                HeapCourse.Group(module: "App", bytes: [100, 230]),
                HeapCourse.Group(module: "libzip.so.5", bytes: [50, 50]),
            ])
    }

    @Test func `A single census is no course`() {
        var record = HeapCourseRecord()
        record.add(Self.census(["App.Session": 1]))
        #expect(record.course() == nil)
    }

    @Test(arguments: [256, 257, 300, 512, 513, 1000, 5000])
    func `The points are bounded, equally far apart, and end with the last census`(count: Int) throws {
        var record = HeapCourseRecord()
        for number in 0..<count {
            record.add(Self.census(["App.Session": number + 1]), seconds: Double(number) / 10)
        }
        let course = try #require(record.course())
        #expect((129...256).contains(course.points.count), "\(course.points.count)")
        #expect(course.points.first?.cycle == 0 && course.points.last?.cycle == count - 1)
        #expect(course.points.dropLast().allSatisfy { $0.cycle.isMultiple(of: course.censusesPerPoint) })
        #expect(course.points.allSatisfy { $0.bytes == $0.cycle + 1 && $0.seconds == Double($0.cycle) / 10 })
        #expect(course.types.map(\.bytes) == [course.points.map(\.bytes)])
        #expect(course.censusesPerPoint.nonzeroBitCount == 1)
    }

    @Test func `The largest types over time are kept, and those of findings however small they are`() throws {
        var record = HeapCourseRecord()
        for _ in 0..<3 {
            record.add(Self.census(Dictionary(uniqueKeysWithValues: (1...20).map { ("App.Kind\($0)", $0 * 100) })))
        }
        let course = try #require(record.course(keeping: [HeapType(name: "App.Kind1", kind: .object)]))
        #expect(course.types.map { $0.type?.name } == (13...20).reversed().map { "App.Kind\($0)" } + ["App.Kind1"])
    }

    @Test func `A great number of types does not displace the large ones`() throws {
        var record = HeapCourseRecord()
        for round in 0..<40 {
            var types = Dictionary(uniqueKeysWithValues: (0..<100).map { ("App.Small\(round)_\($0)", 16) })
            types["App.Large"] = 4096
            record.add(Self.census(types))
        }
        let course = try #require(record.course())
        #expect(course.types.first?.type?.name == "App.Large")
        #expect(course.types.first?.bytes == Array(repeating: 4096, count: 40))
        let whole = try #require(record.course(types: .max))
        #expect(whole.types.count <= 1024)
    }

    @Test func `A census that replaces the last one has its place and resident memory`() throws {
        var record = HeapCourseRecord()
        for bytes in [10, 20, 90] { record.add(Self.census(["App.Session": bytes]), residentBytes: 100 * bytes) }
        record.replaceLast(by: Self.census(["App.Session": 30]))
        #expect(record.course()?.points.last?.residentBytes == 9000)
        let course = try #require(record.course())
        #expect(course.points.map(\.bytes) == [10, 20, 30] && course.points.map(\.cycle) == [0, 1, 2])
    }
}
