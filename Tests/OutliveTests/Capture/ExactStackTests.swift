import COutlive
import Dispatch
import Foundation
import Testing

#if canImport(Glibc)
import Glibc

/// A stack as a capture stored it, and the same stack by glibc's `backtrace`, from the caller of `look` on.
private struct Look {
    var ours: [UInt]
    var glibcs: [UInt]

    /// `true` if both have the same frames, except for the first ones: they are two calls of one function.
    var isExact: Bool { ours.count > 2 && ours.dropFirst() == glibcs.dropFirst() }

    /// `true` if both have the same frames, except for the outermost one: libunwind does not return `_start` on aarch64.
    var isExactToOutermost: Bool {
        #if arch(arm64)
        ours.count > 2 && glibcs.count - ours.count <= 1 && glibcs.dropFirst().starts(with: ours.dropFirst())
        #else
        isExact
        #endif
    }

    /// `true` if both have the same frames, except for the interrupted function: on aarch64 the kernel's frame has the
    /// address to which that returns, and glibc alone reads the registers beside it.
    var isExactAroundInterruption: Bool {
        #if arch(arm64)
        ours.count == glibcs.count && zip(ours, glibcs).dropFirst().count { $0 != $1 } <= 1
        #else
        isExact
        #endif
    }
}

/// `backtrace` of glibc, whose header the module does not contain.
private let glibcBacktrace = unsafeBitCast(
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), "backtrace")!,
    to: (@convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32).self)

/// Captures the stack into the shared table, so that a repeated one comes from the thread's cache.
@inline(never)
private func look() -> Look {
    var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: 256)
    let count = glibcBacktrace(&addresses, 256)
    let stack = outl_stack_table_capture(outl_stack_table_shared(), 256, 0)
    var stored: Int32 = 0
    let frames = outl_stack_table_frames(outl_stack_table_shared(), stack, &stored)
    return Look(
        ours: Array(UnsafeBufferPointer(start: frames, count: Int(stored))),
        glibcs: addresses[..<Int(count)].map { UInt(bitPattern: $0) })
}

/// The looks of one test, which callbacks of C functions cannot capture.
private nonisolated(unsafe) var looks: [Look] = []

/// Calls the body from `qsort`, which has no frame pointer.
private func fromLibrary(_ letters: String) {
    var bytes = Array(letters.utf8)
    qsort(&bytes, bytes.count, 1) { one, other in
        looks.append(look())
        return Int32(one!.load(as: UInt8.self)) - Int32(other!.load(as: UInt8.self))
    }
}

@inline(never)
private func descend(_ levels: Int) -> (Look, Int) {
    guard levels > 0 else { return (look(), 0) }
    let (seen, reached) = descend(levels - 1)
    return (seen, reached + 1)
}

// Two ways to one place on the stack.
@inline(never) private func left(_ level: Int) -> (Look, Int) { level == 0 ? descend(3) : right(level - 1) }
@inline(never) private func right(_ level: Int) -> (Look, Int) { level == 0 ? descend(3) : left(level - 1) }

/// Runs the body, and returns the looks that it took.
private func taken(_ body: () throws -> Void) rethrows -> [Look] {
    looks = []
    try body()
    return looks
}

/// Each test compares with the unwinder of glibc, which reads the same call frame information with code of its own.
///
/// Under ThreadSanitizer, whose `backtrace` adds a frame, there is nothing to compare with.
@Suite(.serialized, .enabled(if: dlsym(nil, "__tsan_func_entry") == nil)) struct ExactStackTests {
    @Test func `A stack of Swift functions is that of glibc, and again when it comes from the cache`() {
        for _ in 0..<3 { #expect(look().isExact) }
        for levels in [1, 10, 30, 60] {
            for _ in 0..<3 { #expect(descend(levels).0.isExact) }
        }
    }

    @Test func `A stack through functions of the C library without frame pointers is that of glibc`() {
        let seen = taken { for _ in 0..<2 { fromLibrary("frames without pointers") } }
        #expect(seen.count > 30)
        #expect(seen.allSatisfy { $0.isExact })
    }

    @Test func `A stack through a dispatch queue and of another thread is that of glibc`() async {
        let queue = DispatchQueue(label: "exact stacks")
        #expect(queue.sync { look() }.isExact)
        #expect(await withCheckedContinuation { done in queue.async { done.resume(returning: look()) } }.isExact)
        let onThread = await withCheckedContinuation { done in
            Thread { done.resume(returning: [look(), descend(20).0, look()]) }.start()
        }
        #expect(onThread.allSatisfy { $0.isExact })
    }

    @Test func `The first frames of a deep recursion are those of glibc`() {
        let (seen, levels) = descend(5000)
        #expect(levels == 5000)
        #expect(seen.ours.count == 256)
        // glibc's first frame is that of `look` too.
        #expect(seen.ours.dropFirst() == seen.glibcs.dropFirst())
    }

    @Test func `Stacks that differ only in an outer caller are distinguished, although they alternate`() {
        var stacks: Set<[UInt]> = []
        for round in 0..<200 {
            let seen = round % 2 == 0 ? left(round % 5) : right(round % 5)
            #expect(seen.0.isExact)
            stacks.insert(Array(seen.0.ours.dropFirst()))
        }
        #expect(stacks.count == 10)
    }

    @Test func `The stack in a signal handler contains the interrupted functions, as that of glibc`() {
        func raiseOnce(onItsOwnStack: Bool) -> [Look] {
            let size = 1 << 18
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: size)
            var before = stack_t()
            sigaltstack(&stack, &before)
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in looks.append(look()) }
            action.sa_flags = onItsOwnStack ? SA_ONSTACK : 0
            var previous = sigaction()
            sigaction(SIGURG, &action, &previous)
            // Dispatch blocks signals on its threads.
            var (raised, blocked) = (sigset_t(), sigset_t())
            sigaddset(&raised, SIGURG)
            pthread_sigmask(SIG_UNBLOCK, &raised, &blocked)
            let seen = taken { _ = raise(SIGURG) }
            pthread_sigmask(SIG_SETMASK, &blocked, nil)
            sigaction(SIGURG, &previous, nil)
            if before.ss_size == 0 { before.ss_flags = Int32(SS_DISABLE) }
            sigaltstack(&before, nil)
            memory.deallocate()
            return seen
        }
        // Before and after, so that the cache knows the stacks around.
        for isOwn in [false, true, false, true] {
            let here = descend(2).0
            let seen = raiseOnce(onItsOwnStack: isOwn)
            #expect(seen.count == 1)
            #if arch(arm64)
            // libunwind does not pass the frame of a signal, and frame records are followed on the thread's stack alone.
            guard !isOwn else { continue }
            #endif
            #expect(seen.allSatisfy { $0.isExactAroundInterruption })
            #expect(seen.first.map { $0.ours.suffix(3) == here.ours.suffix(3) } == true)
            #expect(descend(2).0.isExact)
        }
    }

    @Test func `Without call frame information the unwinder finds the same stack`() async {
        await #expect(processExitsWith: .success) {
            let walked = descend(10).0
            outl_stack_avoid_walks(true)
            let unwound = descend(10).0
            outl_stack_avoid_walks(false)
            #expect(walked.isExact && unwound.isExactToOutermost)
            #expect(walked.ours.prefix(12) == unwound.ours.prefix(12))
        }
    }

    @Test func `A cached stack keeps its depth, its skip and its table`() {
        let other = outl_stack_table_create(1 << 20)
        defer { outl_stack_table_destroy(other) }
        func frames(_ table: OpaquePointer?, _ depth: Int32, _ skip: Int32) -> [UInt] {
            let stack = outl_stack_table_capture(table, depth, skip)
            var count: Int32 = 0
            let frames = outl_stack_table_frames(table, stack, &count)
            return Array(UnsafeBufferPointer(start: frames, count: Int(count)))
        }
        var seen: Set<[[UInt]]> = []
        for _ in 0..<3 {
            var stacks: [[UInt]] = []
            for table in [outl_stack_table_shared(), other] {
                for (depth, skip) in [(5, 1), (6, 1), (5, 2)] as [(Int32, Int32)] {
                    stacks.append(frames(table, depth, skip))
                }
            }
            seen.insert(stacks)
            #expect(stacks[0].count == 5 && stacks[1].count == 6)
            #expect(Array(stacks[1].dropFirst()) == stacks[2])
            #expect(stacks[1].prefix(5) == stacks[0][...])
            #expect(Array(stacks[..<3]) == Array(stacks[3...]))
        }
        #expect(seen.count == 1)
    }
}
#endif
