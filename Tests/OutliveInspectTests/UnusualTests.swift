#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import Testing

/// Processes in states that inspections seldom meet: each is inspected, or refused with its own reason, and goes on.
struct UnusualTests {
    private static let build = Task { try await CProgram("unusual") }

    /// Starts the program in a state, or returns `nil` if the system does not offer it.
    private func start(_ arguments: String...) async throws -> InspectedProgram? {
        let program = try InspectedProgram(try await Self.build.value.path, arguments: arguments)
        return try await program.line() == "ready" ? program : nil
    }

    private func inspect(
        _ process: pid_t, pause: Int32 = 5000
    ) throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        var order = outl_inspect_order()
        (order.process, order.pause) = (process, pause)
        return try InspectedProgram.inspect(order)
    }

    private func continues(_ program: InspectedProgram) throws -> Bool {
        try program.unusualStates == []
            && String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8).contains("TracerPid:\t0\n")
    }

    @Test func `Pages that a userfaultfd has not provided are left out with a label`() async throws {
        guard let program = try await start("userfault") else { return }
        let (result, bytes) = try inspect(program.id)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.absent == 32 * 4096 && result.is_partial)
        #expect(try HeapSnapshot(bytes).notes.contains { $0.contains("131072 bytes that a userfaultfd") })
        #expect(try continues(program))
    }

    @Test func `A file of a file system in user space is left out with a label`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer {
            umount2(folder.path, Int32(MNT_DETACH))
            rmdir(folder.path)
        }
        guard let program = try await start("fuse", folder.path) else { return }
        let (result, bytes) = try inspect(program.id)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.foreign == 1 << 16 && result.is_partial)
        let notes = try HeapSnapshot(bytes).notes
        #expect(notes.contains("library.so cannot be read, so objects of its classes may be missing"), "\(notes)")
        #expect(notes.contains("left out: 65536 bytes of devices and of files in FUSE file systems"), "\(notes)")
    }

    @Test func `Pages of zeros are not copied`() async throws {
        let program = try #require(try await start("zeros"))
        let (result, _) = try inspect(program.id)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.copied < 64 << 20)
    }

    @Test func `A process whose memory cannot be copied within the longest pause is refused, and continues`()
        async throws
    {
        let program = try #require(try await start("threads", "1000"))
        let (result, _) = try inspect(program.id, pause: 1)
        #expect(result.outcome == OUTL_INSPECT_PAUSED, "\(result.text)")
        #expect(result.text == "its memory was not copied within the longest pause of 1 ms")
        while try !continues(program) { usleep(1000) }
        #expect(try inspect(program.id).result.threads == 1001)
    }

    @Test func `Inspections of a process at the same time take turns`() async throws {
        let program = try #require(try await start("threads", "300"))
        let outcomes = try await withThrowingTaskGroup(of: outl_inspect_result.self) { group in
            for _ in 0..<4 {
                group.addTask { [id = program.id] in
                    try await withCheckedThrowingContinuation { continuation in
                        Thread.detachNewThread {
                            continuation.resume(with: Result { try inspect(id).result })
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for result in outcomes { #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)") }
        #expect(try continues(program))
    }

    @Test func `A process that executes other programs is inspected as one of them, or refused`() async throws {
        let program = try #require(try await start("executes"))
        for _ in 0..<20 {
            let (result, _) = try inspect(program.id)
            let outcomes = [OUTL_INSPECT_DONE, OUTL_INSPECT_STARTING, OUTL_INSPECT_INCONSISTENT]
            #expect(outcomes.contains(result.outcome), "\(result.outcome): \(result.text)")
        }
        #expect(try continues(program))
    }

    @Test func `Threads of the kernel, ended processes and those without a first thread are told apart`()
        async throws
    {
        // The first thread of the kernel, unless a namespace hides it.
        if (try? String(contentsOfFile: "/proc/2/comm", encoding: .utf8)) == "kthreadd\n" {
            #expect(try inspect(2).result.text == "2 is a thread of the kernel")
        }
        let headless = try #require(try await start("headless"))
        let (result, _) = try inspect(headless.id)
        #expect(result.outcome == OUTL_INSPECT_HEADLESS, "\(result.text)")
        #expect(result.text == "the first thread of process \(headless.id) has ended")
        let parent = try InspectedProgram(try await Self.build.value.path, arguments: ["zombie"])
        let zombie = try #require(pid_t(try await parent.line()))
        let (ended, _) = try inspect(zombie)
        #expect(ended.outcome == OUTL_INSPECT_ZOMBIE && ended.detail == UInt64(parent.id), "\(ended.text)")
    }
}
#endif
