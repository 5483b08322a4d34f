import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct FoldedStacksTests {
    @Test func `Each stack is a line, outermost function first, with its live bytes`() {
        let initialise = "App.Session.init(id: Swift.Int) -> App.Session"
        let odd = Frame.named(0x1600, "App.odd;name() -> ()", line: 3)
        let unknown = Frame(module: "", buildID: nil, offset: 0x99999)
        let unnamed = Frame(module: "/opt/app/bin/app", buildID: nil, offset: 0x1700)
        let profile = AllocationProfile(
            [
                LiveStack(Backtrace(frames: [.named(0x1500, initialise, line: 1), odd]), objects: 1, bytes: 100),
                LiveStack(Backtrace(frames: [.named(0x1501, initialise, line: 2), odd]), objects: 1, bytes: 20),
                LiveStack(Backtrace(frames: [unnamed, unknown]), objects: 1, bytes: 3),
                LiveStack(Backtrace(), objects: 1, bytes: 7),
            ], title: "app")
        #expect(
            profile.foldedLines == [
                "(stack not captured) 7", "[unknown];app+0x1700 3", "odd:name();Session.init(id:) 120",
            ])
    }

    @Test func `A line break in a name does not break its line`() {
        let frame = Frame(
            module: "/app", buildID: nil, offset: 9, symbols: [Symbol(function: "odd\r\nname\u{2028}of\nC")])
        let profile = AllocationProfile([LiveStack(Backtrace(frames: [frame]), objects: 1, bytes: 5)], title: "app")
        #expect(profile.foldedLines == ["odd name of C 5"])
    }
}

extension Frame {
    /// A frame of a program with one function.
    static func named(_ offset: UInt64, _ function: String, line: Int) -> Frame {
        Frame(
            module: "/opt/app/bin/app", buildID: "abc123", offset: offset,
            symbols: [Symbol(function: function, file: "App/A.swift", line: line)])
    }
}
