import Foundation
import OutliveModel
import Testing

@testable import OutliveReport

@Suite struct MergedCallsTests {
    /// Stacks of some depth that all differ in their innermost calls.
    private static func stacks(_ count: Int, depth: Int = 16) -> [LiveStack] {
        let frames = (0..<512).map { number in
            Frame.named(UInt64(number), "App.Module\(number).function\(number)(a: Swift.Int) -> ()", line: number + 1)
        }
        let type = HeapType(name: "App.Record", kind: .object)
        return (0..<count).map { number in
            let calls = (0..<depth).map { level -> Frame in
                // Each level has eight functions.
                let choice = (number >> (level / 2 * 3)) & 7
                return frames[8 * level + choice]
            }
            return LiveStack(
                Backtrace(frames: calls + [frames[511]]), type: type, objects: 1, bytes: 40 + number % 3)
        }
    }

    @Test func `The type is the innermost call, and blocks without a stack have one`() {
        let type = HeapType(name: "App.Record", kind: .object)
        let main = Backtrace(frames: [.named(1, "App.main() -> ()", line: 3)])
        let profile = AllocationProfile(
            [
                LiveStack(main, type: type, objects: 1, bytes: 40),
                LiveStack(main, type: .rawMemory, objects: 1, bytes: 7),
                LiveStack(Backtrace(), type: type, objects: 1, bytes: 48),
            ], title: "app")
        #expect(profile.foldedLines == ["(stack not captured);App.Record 48", "main() 7", "main();App.Record 40"])
    }

    @Test func `Nothing is merged of few calls, however small they are`() {
        let large = LiveStack(Backtrace(frames: [.named(1, "App.large() -> ()", line: 3)]), objects: 1, bytes: 1 << 40)
        let small = LiveStack(Backtrace(frames: [.named(2, "App.small() -> ()", line: 3)]), objects: 1, bytes: 1)
        #expect(
            AllocationProfile([large, small], title: "app").foldedLines == ["large() 1099511627776", "small() 1"])
    }

    @Test func `Files of very many stacks are small and have the sums of all`() throws {
        let stacks = Self.stacks(200_000)
        let profile = AllocationProfile(stacks, title: "app")
        let bytes = stacks.reduce(0) { $0 + $1.bytes }
        let lines = profile.foldedLines
        #expect(lines.reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) } == bytes)
        #expect(lines.contains { $0.contains(";(smaller calls) ") })
        #expect(profile.foldedText.count < 20_000_000)
        #expect(try profile.speedscopeFile().count < 20_000_000)
        // Without a bound, each stack would be a line.
        #expect(lines.count < 21_000)
    }

    @Test func `A call with more than its share stays among very many`() {
        let heavy = LiveStack(Backtrace(frames: [.named(1, "App.heavy() -> ()", line: 3)]), objects: 1, bytes: 1 << 20)
        let lines = AllocationProfile(Self.stacks(100_000) + [heavy], title: "app").foldedLines
        #expect(lines.contains("heavy() 1048576"))
    }
}
