#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveInspect

/// Core files, of the kernel and of gcore, and what they lack.
struct CoreTests {
    /// A stopped Swift program.
    private static func stoppedProgram() async throws -> InspectedProgram {
        let program = try InspectedProgram("heap-fixture", arguments: ["busy"])
        #expect(try await program.line() == "ready")
        kill(program.id, SIGSTOP)
        while try Set(program.unusualStates) != ["T"] { usleep(1000) }
        return program
    }

    @Test func `A core file has the same objects, references and roots as its process`() async throws {
        let writer = try await CoreFile.writer()
        let program = try await Self.stoppedProgram()
        let (live, bytes) = try await program.inspect(withGraph: true)
        try #require(live.outcome == OUTL_INSPECT_DONE, "\(live.text)")
        let expected = try HeapSnapshot(bytes)
        for order in CoreFile.Order.allCases {
            for filter in [0x33, 0x01] {
                let core = try await CoreFile(of: program, order, filter: filter, writer: writer)
                let (result, bytes) = try await program.onQueue { _ in try core.inspect(withGraph: true) }
                try #require(result.outcome == OUTL_INSPECT_DONE, "\(order) \(filter): \(result.text)")
                #expect(result.process == program.id && result.threads == live.threads && !result.is_partial)
                #expect((result.verified > 0) == (filter == 0x33) && (result.unverified > 0) == (filter == 0x01))
                let snapshot = try HeapSnapshot(bytes)
                #expect(HeapCensus(snapshot).rows == HeapCensus(expected).rows, "\(order) \(filter)")
                #expect(HeapCensus(snapshot).reason == .core)
                #expect(snapshot.nodes.map(\.address) == expected.nodes.map(\.address))
                #expect(snapshot.edges.count == expected.edges.count)
                #expect(snapshot.roots.map(\.address) == expected.roots.map(\.address))
            }
        }
    }

    @Test func `A core file without private memory is refused with the remedy`() async throws {
        let writer = try await CoreFile.writer()
        let program = try InspectedProgram("heap-fixture", arguments: ["busy"])
        #expect(try await program.line() == "ready")
        let core = try await CoreFile(of: program, .kernel, filter: 0, writer: writer)
        let message = Self.failure(of: core) ?? ""
        #expect(message.hasSuffix("write 0x33 to /proc/PID/coredump_filter before the next one"), "\(message)")
    }

    /// The line about an inspection that fails.
    private static func failure(of core: CoreFile, root: String? = nil) -> String? {
        do throws(Failure) {
            _ = try Inspection(.core(path: core.path), root: root, limits: InspectionLimits(timeout: .seconds(60)))
            return nil
        } catch {
            return error.message
        }
    }

    @Test func `A missing file, and another one at its path, are named with the remedy`() async throws {
        let writer = try await CoreFile.writer()
        let file = try await CProgram("blocks")
        let program = try InspectedProgram(file.path)
        _ = try await program.line()
        let core = try await CoreFile(of: program, .kernel, writer: writer)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent(file.path)
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        let missing = Self.failure(of: core, root: folder.path)
        #expect(missing?.hasPrefix("the core file \(core.path) needs \(file.path)") == true, "\(missing ?? "")")
        #expect(missing?.contains("which is missing: give --sysroot DIR") == true, "\(missing ?? "")")
        try FileManager.default.copyItem(atPath: writer.path, toPath: copy.path)
        let other = Self.failure(of: core, root: folder.path) ?? ""
        #expect(other.contains("\(file.path), which is another file at that path: give --sysroot DIR"), "\(other)")
        try FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(atPath: file.path, toPath: copy.path)
        // The next one is a library, which has a build ID.
        let library = Self.failure(of: core, root: folder.path) ?? ""
        #expect(library.contains(" (build ID ") && library.contains(".so"), "\(library)")
    }

    @Test func `A number of segments that does not fit into the header is found behind it`() async throws {
        let program = try await Self.stoppedProgram()
        let core = try await CoreFile(of: program, .kernel, writer: try await CoreFile.writer())
        let objects = try core.inspect().result.objects
        let count = core.bytes(at: 56, count: 2), end = core.size
        core.write(withUnsafeBytes(of: UInt64(end)) { Array($0) }, at: 40)
        core.write([0xFF, 0xFF], at: 56)
        let cut = try core.inspect().result
        #expect(cut.outcome == OUTL_INSPECT_CORE && cut.text.contains("the number of segments is missing"))
        core.write([UInt8](repeating: 0, count: 44) + count + [UInt8](repeating: 0, count: 18), at: end)
        #expect(try core.inspect().result.objects == objects && objects > 0)
    }

    @Test func `A core file that becomes shorter while it is read is named`() throws {
        let subject = InspectionSubject.core(path: "core.1", -1)
        var result = outl_inspect_result()
        result.outcome = OUTL_INSPECT_CRASHED
        result.detail = UInt64(SIGBUS)
        #expect(
            subject.message(result)
                == "the core file core.1 became shorter while it was read: wait until it is complete")
    }

    @Test func `What is no core file is refused`() throws {
        func message(_ path: String) -> String {
            do throws(Failure) {
                _ = try Inspection(.core(path: path), limits: InspectionLimits(timeout: .seconds(60)))
                return ""
            } catch {
                return error.message
            }
        }
        #expect(message("/nowhere") == "the core file /nowhere cannot be opened: No such file or directory")
        #expect(message("/proc/self/exe").hasSuffix("it is a program or a library, not a core file (at offset 16)"))
        #expect(message("/etc/passwd").hasSuffix("it is not a core file (at offset 0)"))
        #expect(message("/dev/null").hasSuffix("it is not a file (at offset 0)"))
    }

    @Test func `A truncated core file is partial, or refused with the reason`() async throws {
        let writer = try await CoreFile.writer()
        let program = try await Self.stoppedProgram()
        for order in CoreFile.Order.allCases {
            let core = try await CoreFile(of: program, order, writer: writer)
            let outcomes = try await program.onQueue { _ in
                var random = SeededGenerator(seed: 22)
                let lengths = (0..<50).map { _ in Int.random(in: 0..<core.size, using: &random) }
                return try lengths.sorted(by: >).map { length in
                    core.truncate(to: length)
                    let (result, _) = try core.inspect()
                    return (length, result)
                }
            }
            for (length, result) in outcomes {
                let isLabelled = result.outcome == OUTL_INSPECT_DONE ? result.is_partial : !result.text.isEmpty
                #expect(isLabelled && result.outcome != OUTL_INSPECT_CRASHED, "\(length): \(result.text)")
                #expect(result.outcome != OUTL_INSPECT_LATE)
            }
        }
    }

    @Test func `The use of memory in a core file is estimated by its contents`() async throws {
        let program = try await Self.stoppedProgram()
        let core = try await CoreFile(of: program, .kernel, writer: try await CoreFile.writer())
        let (result, bytes) = try await program.onQueue { _ in try core.inspect(withMemory: true) }
        try #require(result.outcome == OUTL_INSPECT_DONE, "\(result.text)")
        let memory = try #require(MemoryBreakdown(try HeapSnapshot(bytes)))
        #expect(!memory.isMeasured && memory[.objects] > 0 && memory[.variables] > 0)
    }

    @Test func `A core file whose copy needs more memory than there is is refused`() async throws {
        let program = try await Self.stoppedProgram()
        let core = try await CoreFile(of: program, .gcore, writer: try await CoreFile.writer())
        let header = 56, size: UInt64 = 1 << 40
        func number(_ place: Int) -> UInt64 {
            core.bytes(at: place, count: 8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let count = Int(number(56) & 0xFFFF)
        // A segment before a large gap, which the next one ends.
        let place = try #require(
            (1..<count - 1).map { 64 + $0 * header }
                .first { number($0 + header + 16) - number($0 + 16) > 2 * size && number($0 + 8) % 4096 != 0 })
        for field in [32, 40] { core.write(withUnsafeBytes(of: size) { Array($0) }, at: place + field) }
        // Without content it takes no place on the disk.
        core.truncate(to: Int(number(place + 8) + size))
        let (result, _) = try await program.onQueue { _ in try core.inspect() }
        #expect(result.outcome == OUTL_INSPECT_TOO_LARGE && result.detail >= size, "\(result.text)")
        #expect(result.text.hasPrefix("a copy of the process needs 1048"), "\(result.text)")
    }

    @Test func `A core file with too many notes is refused`() async throws {
        let writer = try await CoreFile.writer()
        let program = try await Self.stoppedProgram()
        let core = try await CoreFile(of: program, .kernel, writer: writer)
        let end = core.size, size = 130 << 20, first = 64, header = 56
        core.truncate(to: end + size)
        func bytes(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(value).littleEndian) { [UInt8]($0) } }
        // The first header is that of the notes.
        for index in 1...2 {
            let place = first + index * header
            core.write([4, 0, 0, 0], at: place)
            core.write(bytes(end), at: place + 8)
            core.write(bytes(size), at: place + 32)
        }
        let (result, _) = try await program.onQueue { _ in try core.inspect() }
        #expect(result.text == "the notes are too large (at offset \(end))")
    }

    /// More of them with `OUTLIVE_CORE_MUTATIONS`.
    @Test func `A core file with any bytes ends in a result or a reason`() async throws {
        let writer = try await CoreFile.writer()
        let mutations = try await CProgram("mutations", with: CoreFile.allFolders, options: ["-DDEBUG"])
        let count = ProcessInfo.processInfo.environment["OUTLIVE_CORE_MUTATIONS"].flatMap { Int($0) } ?? 120
        let program = try await Self.stoppedProgram()
        // The content of the second is copied each time.
        for (order, times) in [(CoreFile.Order.kernel, count), (.gcore, count / 4)] {
            let core = try await CoreFile(of: program, order, writer: writer)
            let run = try InspectedProgram(mutations.path, arguments: [core.path, "22", "\(times)"])
            let line = try await run.line()
            #expect(line == "\(times) mutations", "\(order): \(line)")
        }
    }
}

/// The generator splitmix64.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
#endif
