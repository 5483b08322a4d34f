#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import OutliveSymbols
import Testing

/// The mode of the tier for test bundles: births that are times, and stacks through tasks.
struct TestModeTests {
    /// The variables of the mode for a program that is no test bundle by its name.
    private static let mode = [
        "OUTLIVE_HEAP_TESTS": "1", "OUTLIVE_TARGET": WatchedProgram.built.appendingPathComponent("heap-fixture").path,
    ]

    /// Returns the birth of the one object of a type of the fixture.
    private static func birth(of type: String, in snapshot: HeapSnapshot) throws -> UInt32 {
        let nodes = snapshot.nodes.filter {
            snapshot.types[Int($0.type)].type?.name == "heap_fixture.\(type)"
        }
        try #require(nodes.count == 1, "\(nodes.count) of \(type)")
        return nodes[0].birth
    }

    /// Returns the functions of the stacks of all objects of a type of the fixture, innermost first.
    private static func stacks(of type: String, in shapes: Shapes) throws -> [[String]] {
        let nodes = shapes.nodes("heap_fixture.\(type)")
        try #require(!nodes.isEmpty, "no \(type)")
        var stacks = AllocationStacks(shapes.snapshot)
        return nodes.map { node in
            let backtrace = stacks.backtrace(ofStack: shapes.snapshot.nodes[node].stack)
            return Symbolicator().functions(of: backtrace.frames).map { $0.symbols.first?.function ?? "?" }
        }
    }

    private static func record(of program: WatchedProgram) throws -> HeapStartRecord {
        let name = HeapStartRecord.fileName(processID: program.process.processIdentifier)
        return try JSONDecoder().decode(
            HeapStartRecord.self, from: Data(contentsOf: program.folder.appendingPathComponent(name)))
    }

    @Test
    func `A birth is the time since the start, which the start record has`() async throws {
        let began = Date().timeIntervalSince1970
        let program = try WatchedProgram("births", environment: Self.mode)
        #expect(await program.end().output == "true\ntrue\n")
        let snapshots = try (1...2).map { try program.finishedSnapshot("request-\($0)") }
        let births = try ["Early", "Middle", "Late"].map { try Self.birth(of: $0, in: snapshots[1]) }
        #expect(births[0] >= 1 && births[0] < births[1])
        // The census could end a cycle, and does not.
        #expect(births[1] < snapshots[0].header.cycle && births[2] <= snapshots[1].header.cycle)
        #expect(births[2] >= snapshots[0].header.cycle)
        let record = try Self.record(of: program)
        #expect(record.selection == "births")
        let start = try #require(record.clockStart)
        #expect(start > began - 0.1 && start < Double(snapshots[0].header.time) / 1e9)
        // The counter of a processor has 1 to 5 GHz, or is slower and has shorter ticks.
        let tick = (Double(snapshots[1].header.time) / 1e9 - start) / Double(snapshots[1].header.cycle)
        #expect((1e-5...2e-4).contains(tick))
    }

    @Test
    func `Without the variable births are cycles and the start record has no clock`() async throws {
        let program = try WatchedProgram("births")
        #expect(await program.end().output == "true\ntrue\n")
        let last = try program.finishedSnapshot("request-2")
        #expect(try ["Early", "Middle", "Late"].map { try Self.birth(of: $0, in: last) } == [0, 0, 1])
        #expect(try Self.record(of: program).clockStart == nil)
    }

    @Test
    func `The stack of an object leads through tasks to the function that created them`() async throws {
        let shapes = try await Shapes(
            of: "creators", environment: Self.mode.merging(["OUTLIVE_HEAP_FRAMES": "64"]) { $1 })
        let ways = [
            ("Detached", "byDetachedTask"), ("Inherited", "byTask"), ("Bound", "byAsyncLet"), ("Grouped", "byGroup"),
            ("Nested", "nested"), ("Nested", "byNestedTasks"), ("Suspended", "afterSuspension"),
        ]
        for stack in try Self.stacks(of: "Nested", in: shapes) {
            // The task of an `async let` has no block of its own.
            #expect(
                stack.contains { $0.hasPrefix("closure #1 () async -> () in closure #1 (inout Swift.TaskGroup") },
                "\(stack.joined(separator: "\n"))")
        }
        for (type, function) in ways {
            for stack in try Self.stacks(of: type, in: shapes) {
                let description = "\(type): \(stack.joined(separator: "\n"))"
                let make = stack.firstIndex { $0.contains("Workshop") && $0.contains("make") }
                // The name of a closure begins otherwise.
                let creator = stack.firstIndex { $0.hasPrefix("static heap_fixture.Creators.(\(function) in") }
                let main = stack.firstIndex { $0.hasPrefix("static heap_fixture.Creators.run()") }
                #expect(try #require(make, "\(description)") < #require(creator, "\(description)"))
                #expect(try #require(creator) < #require(main, "\(description)"))
                #expect(!stack.contains { $0.contains("swift_job_run") }, "\(description)")
                #expect(stack.count <= 64)
            }
        }
    }

    @Test
    func `Of the programs that tests start, test bundles are watched, but for exit tests`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appendingPathComponent("Fixture.xctest")
        let program = WatchedProgram.built.appendingPathComponent("heap-fixture")
        try FileManager.default.copyItem(at: program, to: bundle)
        func isWatched(_ executable: URL, _ environment: [String: String] = [:]) async throws -> Bool {
            let program = try WatchedProgram(
                arguments: ["births"], executable: executable.path,
                environment: ["OUTLIVE_HEAP_TESTS": "1"].merging(environment) { $1 })
            _ = await program.end()
            let record = HeapStartRecord.fileName(processID: program.process.processIdentifier)
            return FileManager.default.fileExists(atPath: program.folder.appendingPathComponent(record).path)
        }
        #expect(try await isWatched(bundle))
        #expect(try await !isWatched(program))
        #expect(try await !isWatched(bundle, ["SWT_EXIT_TEST_ID": "{}"]))
    }

    @Test
    func `Outside a task stacks have at most twelve frames`() async throws {
        func depth(_ mode: [String: String]) async throws -> Int {
            let shapes = try await Shapes(
                of: "collections", environment: mode.merging(["OUTLIVE_HEAP_FRAMES": "64"]) { $1 })
            return shapes.snapshot.stacks.indices.map { shapes.snapshot.frames(ofStack: $0).count }.max() ?? 0
        }
        #expect(try await depth([:]) > 12)
        #expect(try await depth(Self.mode) == 12)
    }

    @Test
    func `Without the variable a stack ends in the executor`() async throws {
        let shapes = try await Shapes(of: "creators", environment: ["OUTLIVE_HEAP_FRAMES": "64"])
        for type in ["Detached", "Inherited", "Bound", "Grouped", "Nested", "Suspended"] {
            for stack in try Self.stacks(of: type, in: shapes) {
                #expect(stack.contains { $0.contains("make") } && stack.contains { $0.contains("swift_job_run") })
                #expect(!stack.contains { $0.hasPrefix("static heap_fixture.Creators.run()") })
            }
        }
    }

    @Test
    func `Stacks have no more frames than requested`() async throws {
        let shapes = try await Shapes(
            of: "creators", environment: Self.mode.merging(["OUTLIVE_HEAP_FRAMES": "7"]) { $1 })
        let counts = Set(shapes.snapshot.stacks.indices.map { shapes.snapshot.frames(ofStack: $0).count })
        #expect(counts.max() == 7)
    }

    @Test
    func `Many tasks on several threads are recorded, and their objects lead to the first function`() async throws {
        let shapes = try await Shapes(of: "swarm", environment: Self.mode.merging(["OUTLIVE_HEAP_FRAMES": "64"]) { $1 })
        // Each of 200 tasks has 14 descendants, and each of these makes 5 objects.
        let expected = 200 * 15 * 5
        #expect(shapes.nodes("heap_fixture.Grouped").count == expected)
        let stacks = Dictionary(grouping: shapes.nodes("heap_fixture.Grouped")) { shapes.snapshot.nodes[$0].stack }
        #expect(stacks.count > 1)
    }

    @Test
    func `The variable has no effect on sampled allocations`() async throws {
        let program = try WatchedProgram(
            "swarm", "20", environment: Self.mode.merging(["OUTLIVE_HEAP_SAMPLE": "1000"]) { $1 })
        let ending = await program.end()
        #expect(ending.status == 0 && ending.output == "true\n", "\(ending.errors)")
        #expect(try Self.record(of: program).clockStart == nil)
    }
}
#endif
