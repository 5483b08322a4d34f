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
        #expect(try status().contains("State:\tD") && status().contains("TracerPid:\t0"))
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

    /// A program that reads another one and is killed meanwhile.
    private static func killer() async throws -> CProgram {
        try await CProgram(
            "kills", with: ["COutliveInspect/Source", "COutliveObjects/Memory"],
            options: [CProgram.sources.appendingPathComponent("COutliveObjects/Types/modules.c").path])
    }
}
#endif
