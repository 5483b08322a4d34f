#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import OutliveModel
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
        _ program: InspectedProgram, pause: Int32 = 5000
    ) throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        try withExtendedLifetime(program) { try inspect(program.id, pause: pause) }
    }

    private func inspect(
        _ process: pid_t, pause: Int32 = 5000
    ) throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        var order = outl_inspect_order()
        (order.process, order.pause) = (process, pause)
        return try InspectedProgram.inspect(order)
    }

    /// A path at which there is nothing.
    private static var newPath: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
    }

    private func continues(_ program: InspectedProgram) throws -> Bool {
        try program.unusualStates == []
            && String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8).contains("TracerPid:\t0\n")
    }

    @Test func `Pages that a userfaultfd has not provided are left out with a label`() async throws {
        guard let program = try await start("userfault") else { return }
        let (result, bytes) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.absent == 32 * 4096 && result.is_partial)
        #expect(try HeapSnapshot(bytes).notes.contains { $0.contains("131072 bytes that a userfaultfd") })
        #expect(try continues(program))
    }

    @Test func `Shared memory that a userfaultfd has not provided is not missed`() async throws {
        guard let program = try await start("userfault", "shared") else { return }
        let (result, _) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.absent == 0 && !result.is_partial)
    }

    @Test func `Files of a file system in user space are left out with a label, and a module once`() async throws {
        let folder = Self.newPath
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer {
            umount2(folder.path, Int32(MNT_DETACH))
            rmdir(folder.path)
        }
        guard let program = try await start("fuse", folder.path) else { return }
        let (result, bytes) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.foreign == 1 << 18 && result.unread == 1 && result.is_partial)
        let notes = try HeapSnapshot(bytes).notes
        #expect(notes.contains("library.so cannot be read, so objects of its classes may be missing"), "\(notes)")
        #expect(notes.contains("left out: 262144 bytes of devices and of files in FUSE file systems"), "\(notes)")
    }

    @Test func `A device that is mapped like memory is left out with a label`() async throws {
        let program = try #require(try await start("device"))
        let (result, bytes) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.foreign == 1 << 16 && result.unread == 0)
        let notes = try HeapSnapshot(bytes).notes
        #expect(notes.contains("left out: 65536 bytes of devices and of files in FUSE file systems"), "\(notes)")
        #expect(try continues(program))
    }

    @Test(arguments: ["leased", "emptied"])
    func `A module that cannot be read is named in a note`(state: String) async throws {
        let library = Self.newPath
        defer { unlink(library.path) }
        guard let program = try await start(state, library.path) else { return }
        let (result, bytes) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.unread == 1 && result.foreign == 0 && result.is_partial)
        let notes = try HeapSnapshot(bytes).notes
        let note = "\(library.lastPathComponent) cannot be read, so objects of its classes may be missing"
        #expect(notes.contains(note), "\(notes)")
        #expect(try continues(program))
    }

    @Test func `Without a page map, memory that cannot be read is counted and labelled`() async throws {
        let library = Self.newPath
        defer { unlink(library.path) }
        let program = try #require(try await start("short", library.path))
        let pagemap = "/proc/\(program.id)/pagemap"
        // The rights of root, and a system that permits it.
        guard mount("/dev/null", pagemap, nil, UInt(MS_BIND), nil) == 0 else { return }
        defer { umount2(pagemap, Int32(MNT_DETACH)) }
        let (result, bytes) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.lost == 4096)
        let notes = try HeapSnapshot(bytes).notes
        #expect(notes.contains("4096 bytes of memory could not be read"), "\(notes)")
    }

    @Test func `A program below the directory of shared memory is a program`() async throws {
        let copy = "/dev/shm/\(Self.newPath.lastPathComponent)"
        let fixture = InspectedProgram.built.appendingPathComponent("heap-fixture").path
        guard (try? FileManager.default.copyItem(atPath: fixture, toPath: copy)) != nil else { return }
        defer { unlink(copy) }
        // Not permitted where it is mounted without execution.
        guard let program = try? InspectedProgram(copy, arguments: ["busy"]) else { return }
        #expect(try await program.line() == "ready")
        let (result, bytes) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.foreign == 0 && result.unread == 0 && !result.is_partial)
        #expect(HeapCensus(try HeapSnapshot(bytes)).rows.contains { $0.type.name == "heap_fixture.Parcel" })
    }

    @Test func `A heap of huge pages is found by its contents, or refused, after one stop`() async throws {
        let tunables = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=2"]
        let swift = try InspectedProgram("heap-fixture", arguments: ["busy"], environment: tunables)
        #expect(try await swift.line() == "ready")
        let (scanned, bytes) = try inspect(swift)
        #expect(scanned.outcome == OUTL_INSPECT_DONE && scanned.attempts == 1, "\(scanned.text)")
        let snapshot = try HeapSnapshot(bytes)
        #expect(snapshot.header.isInexact && snapshot.notes.contains { $0.hasPrefix("inexact: ") })
        #expect(HeapCensus(snapshot).rows.contains { $0.type.name == "heap_fixture.Parcel" })

        let other = try InspectedProgram(
            try await Self.build.value.path, arguments: ["heap"], environment: tunables)
        #expect(try await other.line() == "ready")
        let (refused, _) = try inspect(other)
        #expect(refused.outcome == OUTL_INSPECT_ALLOCATOR && refused.attempts == 1, "\(refused.outcome)")
        #expect(refused.text == "its malloc uses huge pages (GLIBC_TUNABLES glibc.malloc.hugetlb)")
        #expect(try continues(other))
    }

    @Test func `A library that is being mapped is recognised by its file`() async throws {
        let program = try #require(try await start("mapping"))
        let (result, _) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_INCONSISTENT, "\(result.text)")
        #expect(result.text.hasPrefix("the C library has no main arena"), "\(result.text)")
    }

    @Test func `A static program is the executable also if another module lies below it`() async throws {
        let file = try await CProgram("unusual", options: ["-static"])
        let program = try InspectedProgram(file.path, arguments: ["below", "/bin/true"])
        guard try await program.line() == "ready" else { return }
        let (result, _) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE && result.modules >= 2, "\(result.text)")
    }

    @Test func `A heap that contradicts itself is read five times`() async throws {
        let program = try #require(try await start("damaged"))
        let (result, _) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_INCONSISTENT && result.attempts == 5, "\(result.text)")
        #expect(try continues(program))
    }

    @Test func `Pages of zeros are not copied`() async throws {
        let program = try #require(try await start("zeros"))
        let (result, _) = try inspect(program)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.copied < 64 << 20)
    }

    @Test func `A process whose memory cannot be copied within the longest pause is refused, and continues`()
        async throws
    {
        let program = try #require(try await start("threads", "1000"))
        let (result, _) = try inspect(program, pause: 1)
        #expect(result.outcome == OUTL_INSPECT_PAUSED, "\(result.text)")
        #expect(result.text == "its memory was not copied within the longest pause of 1 ms")
        while try !continues(program) { usleep(1000) }
        #expect(try inspect(program).result.threads == 1001)
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
        // Those that wait do not stop it.
        for result in outcomes {
            #expect(result.outcome == OUTL_INSPECT_DONE && result.attempts == 1, "\(result.text)")
        }
        #expect(try continues(program))
    }

    @Test(arguments: ["executes", "executes-in-thread"])
    func `A process that executes other programs is inspected as one of them, or refused`(mode: String) async throws {
        let program = try #require(try await start(mode))
        for _ in 0..<40 {
            let (result, _) = try inspect(program)
            // While another thread executes a program, the first one has ended, in this case nearly always.
            let outcomes = [OUTL_INSPECT_DONE, OUTL_INSPECT_STARTING, OUTL_INSPECT_INCONSISTENT, OUTL_INSPECT_HEADLESS]
            #expect(outcomes.contains(result.outcome), "\(result.outcome): \(result.text)")
        }
        // Threads that an exec has ended are listed for a moment.
        #expect(try program.unusualStates.allSatisfy { ["X", "Z"].contains($0) })
    }

    @Test func `Threads of the kernel, ended processes and those without a first thread are told apart`()
        async throws
    {
        // The first thread of the kernel, unless a namespace hides it.
        if (try? String(contentsOfFile: "/proc/2/comm", encoding: .utf8)) == "kthreadd\n" {
            #expect(try inspect(2).result.text == "2 is a thread of the kernel")
        }
        let headless = try #require(try await start("headless"))
        let (result, _) = try inspect(headless)
        #expect(result.outcome == OUTL_INSPECT_HEADLESS, "\(result.text)")
        #expect(result.text == "the first thread of process \(headless.id) has ended")
        let parent = try InspectedProgram(try await Self.build.value.path, arguments: ["zombie"])
        let zombie = try #require(pid_t(try await parent.line()))
        let (ended, _) = try inspect(zombie)
        #expect(ended.outcome == OUTL_INSPECT_ZOMBIE && ended.detail == UInt64(parent.id), "\(ended.text)")
    }
}
#endif
