#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import Testing

/// The effects of an inspection on the inspected process.
struct AttachTests {
    @Test func `Signals on their way arrive, waits go on and a stopped process stays stopped`() async throws {
        let file = try await CProgram("signals")
        let program = try InspectedProgram(file.path)
        _ = try await program.answer()
        var sent = 0
        for _ in 0..<10 {
            let process = program.id
            async let signals: Void = Task.detached {
                for _ in 0..<200 {
                    while sigqueue(process, __libc_current_sigrtmin(), sigval(sival_int: 4711)) != 0 { usleep(100) }
                    usleep(50)
                }
            }.value
            let (result, _) = try await program.inspect()
            #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
            await signals
            sent += 200
        }
        var answer = try await program.answer()
        while answer[0] < sent { answer = try await program.answer() }
        #expect(answer[0] == sent)
        #expect(answer[1] == 0, "a wait ended early")
        #expect(try program.unusualStates == [])

        kill(program.id, SIGSTOP)
        while try Set(program.unusualStates) != ["T"] { usleep(1000) }
        let (result, _) = try await program.inspect()
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(try Set(program.unusualStates) == ["T"])
        kill(program.id, SIGCONT)
        #expect(try await program.answer()[0] == sent)
    }

    @Test(.enabled(if: scansPageMaps, "Linux before 6.7 lists every reserved page"))
    func `Reserved memory that was never used prolongs neither the stop nor the search for roots`() async throws {
        let file = try await CProgram("waits")
        let program = try InspectedProgram(file.path)
        #expect(try await program.line() == "ready")
        let (result, _) = try await program.inspect(withGraph: true)
        #expect(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        #expect(result.copied < 1 << 30)
    }

    @Test func `A process with a thread that does not stop is refused, and continues`() async throws {
        let file = try await CProgram("waits")
        let program = try InspectedProgram(file.path, arguments: ["vfork"])
        #expect(try await program.line() == "ready")
        func status() throws -> String { try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8) }
        while try !status().contains("State:\tD") { usleep(1000) }
        let (result, _) = try await program.inspect()
        #expect(result.outcome == OUTL_INSPECT_STUCK && result.detail == UInt64(program.id), "\(result.text)")
        #expect(result.text == "thread \(program.id) did not stop within 500 ms")
        var order = outl_inspect_order()
        (order.process, order.pause) = (program.id, 100)
        let (early, _) = try withExtendedLifetime(program) { try InspectedProgram.inspect(order) }
        #expect(early.outcome == OUTL_INSPECT_PAUSED, "\(early.text)")
        #expect(try status().contains("State:\tD") && status().contains("TracerPid:\t0"))
    }

    @Test func `A thread that only lacks a processor is waited for`() async throws {
        let file = try await CProgram("unusual")
        let program = try InspectedProgram(file.path, arguments: ["starved"])
        #expect(try await program.line() == "ready")
        for _ in 0..<12 {
            let (result, _) = try await program.inspect()
            // On a busy machine the pause may end before.
            #expect([OUTL_INSPECT_DONE, OUTL_INSPECT_PAUSED].contains(result.outcome), "\(result.text)")
        }
    }

    @Test func `Every thread is stopped while others are started`() async throws {
        let file = try await CProgram("unusual")
        let program = try InspectedProgram(file.path, arguments: ["successors"])
        #expect(try await program.line() == "ready")
        let reader = try await Self.reader("stops")
        let stops = try InspectedProgram(reader.path, arguments: ["\(program.id)", "10000"])
        #expect(try await stops.line() == "0")
    }

    @Test func `Only pages that are in memory or swapped are copied, by a page map that cannot be scanned`()
        async throws
    {
        let reader = try await Self.reader("places")
        let places = try InspectedProgram(reader.path)
        #expect(try await places.line() == "1-3 4-5 5-7 9-10 of which 1-2 4-6 ")
    }

    private static let scansPageMaps: Bool = {
        let kernel = ProcessInfo.processInfo.operatingSystemVersion
        return (kernel.majorVersion, kernel.minorVersion) >= (6, 7)
    }()

    @Test func `A process continues when its inspection is killed at any moment`() async throws {
        let file = try await CProgram("signals")
        let killer = try await Self.killer()
        let program = try InspectedProgram(file.path)
        _ = try await program.answer()
        let kills = try InspectedProgram(killer.path, arguments: ["\(program.id)", "60"])
        #expect(try await kills.line() == "60")
        while try program.unusualStates != [] { usleep(1000) }
        let before = try await program.answer()
        #expect(before[1] == 0)
        // The threads that allocate run again.
        while try await program.answer()[2] == 0 { usleep(1000) }
        #expect(try String(contentsOfFile: "/proc/\(program.id)/status", encoding: .utf8).contains("TracerPid:\t0"))
    }

    @Test func `An inspection of no process, of a thread and of another allocator is refused`() async throws {
        let (ended, bytes) = try InspectedProgram.inspect(0x3FFFFF)
        #expect(ended.outcome == OUTL_INSPECT_ENDED && ended.text == "there is no process \(0x3FFFFF)")
        #expect(bytes.isEmpty)
        let file = try await CProgram("signals")
        let program = try InspectedProgram(file.path)
        _ = try await program.answer()
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.id)/task")
        let thread = try #require(threads.compactMap { pid_t($0) }.first { $0 != program.id })
        let (refused, _) = try InspectedProgram.inspect(thread)
        #expect(refused.text == "\(thread) is a thread of process \(program.id)")
        let allocator = try await CProgram("signals", options: ["-DOWN_ALLOCATOR"])
        let other = try InspectedProgram(allocator.path)
        _ = try await other.answer()
        let (unknown, _) = try await other.inspect()
        #expect(unknown.outcome == OUTL_INSPECT_ALLOCATOR)
        #expect(unknown.text.hasPrefix("its allocator is that of outlive-"), "\(unknown.text)")
    }

    @Test func `A process that another one traces is refused with its tracer`() async throws {
        let file = try await CProgram("signals")
        let program = try InspectedProgram(file.path)
        _ = try await program.answer()
        let killer = try await Self.killer()
        let tracer = try InspectedProgram(killer.path, arguments: ["\(program.id)", "0"])
        #expect(try await tracer.line() == "0")
        let (result, _) = try await program.inspect()
        #expect(result.outcome == OUTL_INSPECT_TRACED && result.detail == UInt64(tracer.id))
        #expect(result.text == "process \(program.id) is traced by process \(tracer.id)")
    }

    @Test func `A process that is traced for moments is inspected, or refused with its tracer`() async throws {
        let (file, killer) = (try await CProgram("waits"), try await Self.killer())
        let program = try InspectedProgram(file.path)
        #expect(try await program.line() == "ready")
        let tracer = try InspectedProgram(killer.path, arguments: ["\(program.id)", "-1"])
        #expect(try await tracer.line() == "-1")
        for _ in 0..<300 {
            let (result, _) = try await program.inspect()
            let isTraced = result.outcome == OUTL_INSPECT_TRACED && result.detail == UInt64(tracer.id)
            #expect(result.outcome == OUTL_INSPECT_DONE || isTraced, "\(result.text), not \(tracer.id)")
        }
    }

    /// A program that reads another one and is killed meanwhile.
    private static func killer() async throws -> CProgram { try await reader("kills") }

    /// A program with what reads a process.
    private static func reader(_ name: String) async throws -> CProgram {
        try await CProgram(
            name, with: ["COutliveInspect/Source", "COutliveObjects/Memory"],
            options: ["modules", "elf"].map {
                CProgram.sources.appendingPathComponent("COutliveObjects/Types/\($0).c").path
            })
    }
}
#endif
