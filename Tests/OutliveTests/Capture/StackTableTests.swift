import COutlive
import Dispatch
import Testing

private func intern(_ frames: [UInt], in table: OpaquePointer?) -> UInt32 {
    outl_stack_table_intern(table, frames, Int32(frames.count))
}

private func frames(_ stack: UInt32, in table: OpaquePointer?) -> [UInt] {
    var count: Int32 = 0
    let frames = outl_stack_table_frames(table, stack, &count)
    return Array(UnsafeBufferPointer(start: frames, count: Int(count)))
}

struct StackTableTests {
    @Test func `Equal stacks have one number, different ones others, and frames are returned`() {
        let table = outl_stack_table_create(1 << 20)
        defer { outl_stack_table_destroy(table) }
        let a = intern([1, 2, 3], in: table)
        let b = intern([1, 2], in: table)
        #expect(a != 0 && b != 0 && a != b)
        #expect(intern([1, 2, 3], in: table) == a)
        #expect(frames(a, in: table) == [1, 2, 3])
        #expect(frames(b, in: table) == [1, 2])
    }

    @Test func `No frames, too many, an unused number and no table give nothing`() {
        let table = outl_stack_table_create(1 << 20)
        defer { outl_stack_table_destroy(table) }
        #expect(intern([], in: table) == 0)
        #expect(intern(Array(repeating: 1, count: 257), in: table) == 0)
        #expect(intern(Array(repeating: 1, count: 256), in: table) != 0)
        #expect(frames(0, in: table).isEmpty)
        #expect(frames(1 << 30, in: table).isEmpty)
        #expect(intern([1], in: nil) == 0)
        #expect(frames(1, in: nil).isEmpty)
    }

    @Test func `A full table gives 0 for new stacks, and still knows the old`() {
        let table = outl_stack_table_create(1 << 20)
        defer { outl_stack_table_destroy(table) }
        var stacks: [UInt32] = []
        for number in 1... {
            let stack = intern(Array(repeating: UInt(number), count: 100), in: table)
            if stack == 0 { break }
            stacks.append(stack)
        }
        #expect(stacks.count > 1000)
        #expect(Set(stacks).count == stacks.count)
        for (index, stack) in stacks.enumerated() {
            #expect(frames(stack, in: table) == Array(repeating: UInt(index + 1), count: 100))
        }
        #expect(intern(Array(repeating: 1, count: 100), in: table) == stacks[0])
    }

    @Test func `Threads that intern the same stacks concurrently get the same numbers`() {
        let table = outl_stack_table_create(16 << 20)
        defer { outl_stack_table_destroy(table) }
        let distinct = 20_000
        let threads = 4
        nonisolated(unsafe) let numbers = UnsafeMutablePointer<UInt32>.allocate(capacity: threads * distinct)
        nonisolated(unsafe) let shared = table
        defer { numbers.deallocate() }
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            for number in 0..<distinct {
                let frames = (0..<20).map { UInt(number * 31 + $0) }
                (numbers + thread * distinct + number).initialize(to: intern(frames, in: shared))
            }
        }
        for number in 0..<distinct {
            let stack = numbers[number]
            #expect(stack != 0)
            #expect((1..<threads).allSatisfy { numbers[$0 * distinct + number] == stack })
            #expect(frames(stack, in: table) == (0..<20).map { UInt(number * 31 + $0) })
        }
        #expect(Set((0..<distinct).map { numbers[$0] }).count == distinct)
    }
}
