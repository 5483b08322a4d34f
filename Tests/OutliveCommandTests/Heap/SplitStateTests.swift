import OutliveModel
import Testing

/// `outlive state` on private variables that an optimizer splits into their parts.
struct SplitStateTests {
    @Test func `Each part of a private variable is named by its property, and what is not all of it by the variable`()
        async throws
    {
        let scratch = try Scratch()
        let executable = scratch.file("app")
        try await StatefulProgram.compile(Self.program, to: executable, in: scratch, "-O")
        let symbols = try await Started("/usr/bin/env", ["nm", executable]).end()
        try #require(
            ["vpZ.0\n", "vpZ.1\n", "vpZ.2\n"].allSatisfy { symbols.output.contains($0) },
            "the optimizer splits nothing, so that this test shows nothing")
        let (one, other) = (try await StatefulProgram(of: executable), try await StatefulProgram(of: executable))
        for program in [one, other] { try await program.obey("work") }
        let clean = try await StatefulProgram.report("\(one.id)", ["--diff", "\(other.id)"])
        #expect(clean.difference?.changes.map(\.subject) == [])
        try await one.obey("leave")
        let report = try await StatefulProgram.report("\(one.id)", ["--diff", "\(other.id)"])
        #expect(
            (report.difference?.changes ?? []).map { "\($0.subject): \($0.words())" }.sorted() == [
                "Split.box.corner.x: 1 -> 2", "Split.box.corner.y: 2.0 -> 4.0", "Split.box.size: 1 -> 5",
                "Split.point.x: 1 -> 2", "Split.point.y: 2.0 -> 3.0", "static Split.late: changed",
                // One byte is left of a number with two values.
                "static Split.level: 1 byte, changed",
            ])
    }

    @Test func `The capacity of a queue and its place in the ring are no state, its elements are`() async throws {
        let scratch = try Scratch()
        let executable = scratch.file("queue")
        let program = """
            import Glibc
            struct _DequeBufferHeader { var capacity = 8, count = 1, startSlot = 0 }
            nonisolated(unsafe) var header = _DequeBufferHeader()
            print("ready", getpid())
            fflush(nil)
            while let word = readLine() {
                (header.capacity, header.startSlot) = (32, 5)
                if word == "leave" { header.count = 2 }
                print(word)
                fflush(nil)
            }
            """
        try await StatefulProgram.compile(program, to: executable, in: scratch, "-module-name", "DequeModule")
        let (one, other) = (try await StatefulProgram(of: executable), try await StatefulProgram(of: executable))
        try await one.obey("work")
        let clean = try await StatefulProgram.report("\(one.id)", ["--diff", "\(other.id)"])
        #expect(clean.difference?.changes.map(\.subject) == [])
        try await one.obey("leave")
        let report = try await StatefulProgram.report("\(one.id)", ["--diff", "\(other.id)"])
        #expect(report.difference?.changes.map(\.subject) == ["header.count"])
    }

    /// The types in `kept` have metadata, without which a type has no properties.
    private static let program = """
        import Glibc
        struct Point { var x = 1, y = 2.0 }
        struct Box { var corner = Point(); var size: Int32 = 1 }
        private enum Split {
            nonisolated(unsafe) static var point = Point()
            nonisolated(unsafe) static var box = Box()
            nonisolated(unsafe) static var level = 3
            nonisolated(unsafe) static var late: Int?
        }
        nonisolated(unsafe) var kept: [Any] = [Point.self, Box.self]
        @inline(never) func leave() {
            Split.point.x += 1
            Split.point.y += 1
            Split.box.corner.x += 1
            Split.box.corner.y *= 2
            Split.box.size += 4
            Split.level = 9
            Split.late = 4
        }
        @inline(never) func sum() -> Int {
            Split.point.x + Int(Split.point.y) + Split.box.corner.x + Int(Split.box.corner.y) + Int(Split.box.size)
                + Split.level + (Split.late ?? 0) + kept.count
        }
        print("ready", getpid())
        fflush(nil)
        while let word = readLine() {
            if word == "leave" { leave() }
            print(word, sum())
            fflush(nil)
        }
        """
}
