internal import Foundation
internal import Glibc
internal import Testing

@testable internal import OutliveHTTP

@Suite(.timeLimit(.minutes(5)))
struct PollerTests {
    private struct Pair {
        var near: Descriptor
        var far: Descriptor?

        init() throws {
            var numbers: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
            near = Descriptor(numbers[0], counted: DescriptorCensus())
            far = Descriptor(numbers[1], counted: DescriptorCensus())
        }

        /// Makes writes wait.
        func fill() {
            let bytes = [UInt8](repeating: 0, count: 65_536)
            while send(near.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
        }
    }

    @Test func `A hang-up ends the waits of both directions`() async throws {
        var pair = try Pair()
        pair.fill()
        let near = pair.near
        async let read: Void = Readiness.readable.wait(for: near)
        async let write: Void = Readiness.writable.wait(for: near)
        pair.far = nil
        try await read
        try await write
    }

    @Test func `A byte ends the wait of a reader and not that of a writer`() async throws {
        let pair = try Pair()
        pair.fill()
        let near = pair.near
        let writer = Task { try await Readiness.writable.wait(for: near) }
        #expect(try send(#require(pair.far).number, [1], 1, 0) == 1)
        try await Readiness.readable.wait(for: near)
        writer.cancel()
        await #expect(throws: CancellationError.self) { try await writer.value }
    }

    @Test func `A wait ends at its deadline, also one that has passed, and others go on`() async throws {
        let pair = try Pair()
        let near = pair.near
        let other = Task { try await Readiness.readable.wait(for: near, until: .now.advanced(by: .seconds(3_600))) }
        for time in [Duration.zero, .milliseconds(20), .seconds(-1)] {
            await #expect(throws: Readiness.TimedOut.self) {
                try await Readiness.readable.wait(for: near, until: .now.advanced(by: time))
            }
        }
        #expect(try send(#require(pair.far).number, [1], 1, 0) == 1)
        try await other.value
    }

    @Test func `A task that was cancelled before it waits does not wait`() async throws {
        let pair = try Pair()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Readiness.readable.wait(for: pair.near)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `A socket that gets the number of a closed one is waited for anew`() async throws {
        for _ in 0..<2_000 {
            var pair = try Pair()
            let near = pair.near
            // The one hangs up, the other is cancelled.
            let cancelled = Task { try await Readiness.writable.wait(for: near, until: Client.patience) }
            async let read: Void = Readiness.readable.wait(for: near, until: Client.patience)
            cancelled.cancel()
            pair.far = nil
            try await read
            _ = await cancelled.result
        }
    }

    @Test func `One thread waits for all sockets, and takes no signal of the process`() async throws {
        let pair = try Pair()
        let waits = (0..<50).map { _ in Task { try await Readiness.readable.wait(for: pair.near) } }
        try await eventually("no thread waits") { try Self.threads().count > 0 }
        let threads = try Self.threads()
        for wait in waits { wait.cancel() }
        for wait in waits { _ = await wait.result }
        #expect(threads.count == 1)
        let status = try String(contentsOfFile: "\(threads[0])/status", encoding: .utf8)
        // All but KILL, STOP and two of the C library.
        #expect(status.contains("SigBlk:\tfffffffe7ffbfeff"))
    }

    /// The directories of the threads that are in poll(2), or in ppoll(2) where there is no other.
    private static func threads() throws -> [String] {
        #if arch(x86_64)
        let call = "7 "
        #else
        let call = "73 "
        #endif
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map { "/proc/self/task/\($0)" }
            .filter { (try? String(contentsOfFile: "\($0)/syscall", encoding: .utf8))?.hasPrefix(call) == true }
    }
}
