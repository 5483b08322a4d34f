internal import Foundation
internal import Glibc
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite(.timeLimit(.minutes(1)))
struct PollerTests {
    /// A poller of its own: the waits of other tests must not wake it.
    private let poller = Poller()

    private struct Pair {
        var near: Descriptor
        var far: Descriptor?

        init() throws {
            var numbers: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
            near = Descriptor(numbers[0], counted: OpenDescriptorCount())
            far = Descriptor(numbers[1], counted: OpenDescriptorCount())
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
        async let read: Void = poller.wait(for: near, to: .readable, until: nil)
        async let write: Void = poller.wait(for: near, to: .writable, until: nil)
        pair.far = nil
        try await read
        try await write
    }

    @Test func `A byte ends the wait of a reader and not that of a writer`() async throws {
        let pair = try Pair()
        pair.fill()
        let near = pair.near
        let writer = Task { try await poller.wait(for: near, to: .writable, until: nil) }
        #expect(try send(#require(pair.far).number, [1], 1, 0) == 1)
        try await poller.wait(for: near, to: .readable, until: nil)
        writer.cancel()
        await #expect(throws: CancellationError.self) { try await writer.value }
    }

    @Test func `A wait ends at its deadline, also a past one, and others continue`() async throws {
        let pair = try Pair()
        let near = pair.near
        let other = Task { try await poller.wait(for: near, to: .readable, until: .now.advanced(by: .seconds(3_600))) }
        for time in [Duration.zero, .milliseconds(20), .seconds(-1)] {
            await #expect(throws: Readiness.TimedOut.self) {
                try await poller.wait(for: near, to: .readable, until: .now.advanced(by: time))
            }
        }
        #expect(try send(#require(pair.far).number, [1], 1, 0) == 1)
        try await other.value
    }

    @Test func `A cancelled wait ends without any other event`() async throws {
        let pair = try Pair()
        let wait = Task { try await poller.wait(for: pair.near, to: .readable, until: nil) }
        // A deadline ends a wait only once the thread knows of both.
        await #expect(throws: Readiness.TimedOut.self) {
            try await poller.wait(for: pair.near, to: .readable, until: .now.advanced(by: .milliseconds(50)))
        }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test func `A task that was cancelled before it waits does not wait`() async throws {
        let pair = try Pair()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await poller.wait(for: pair.near, to: .readable, until: nil)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `A socket that reuses the number of a closed one is waited for anew`() async throws {
        for _ in 0..<2_000 {
            var pair = try Pair()
            let near = pair.near
            // The one hangs up, the other is cancelled.
            let cancelled = Task { try await poller.wait(for: near, to: .writable, until: Client.patience) }
            async let read: Void = poller.wait(for: near, to: .readable, until: Client.patience)
            cancelled.cancel()
            pair.far = nil
            try await read
            _ = await cancelled.result
        }
    }

    @Test func `One thread waits for all sockets, and handles no signal of the process`() async throws {
        let pair = try Pair()
        let waits = (0..<50).map { _ in Task { try await poller.wait(for: pair.near, to: .readable, until: nil) } }
        // With the pipe that wakes the thread.
        try await eventually("no thread waits") { try Self.threads(polling: 51).count == 1 }
        let thread = try #require(try Self.threads(polling: 51).first)
        let status = try String(contentsOfFile: "\(thread)/status", encoding: .utf8)
        // All but KILL, STOP and two of the C library.
        #expect(status.contains("SigBlk:\tfffffffe7ffbfeff"))
        for wait in waits { wait.cancel() }
        for wait in waits { _ = await wait.result }
    }

    /// The directories of the threads that are in poll(2) with so many entries, or in ppoll(2) where there is no other.
    private static func threads(polling count: Int) throws -> [String] {
        #if arch(x86_64)
        let number = "7"
        #else
        let number = "73"
        #endif
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").map { "/proc/self/task/\($0)" }
            .filter { thread in
                let call = try? String(contentsOfFile: "\(thread)/syscall", encoding: .utf8).split(separator: " ")
                guard let call, call.count > 2 else { return false }
                return call[0] == number && call[2] == "0x\(String(count, radix: 16))"
            }
    }
}
