#if os(Linux)
import Foundation
import Testing

/// The report of a debug build at its end, in `exit-fixture`, which links the heap tier.
@Suite(.timeLimit(.minutes(5)))
struct ExitReportTests {
    private static func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> (ending: WatchedProgram.Ending, program: WatchedProgram) {
        let program = try WatchedProgram(
            arguments: arguments, executable: "exit-fixture", environment: environment, isWatched: false)
        return (await program.end(), program)
    }

    /// The report, with the name of the program as it was started, and without the folder of the sources.
    private static func legible(_ report: String) -> String {
        report.replacing(/outlive run \S*exit-fixture/, with: "outlive run exit-fixture")
            .replacing(/at (?:Tests\/Fixtures\/ExitFixture|exit_fixture)\//, with: "at ")
    }

    private static let leaks = """
        outlive: 2 leaks: 5 objects (112 B) that nothing can reach any more
          Session.delegate keeps 2 Delegate, allocated at Leaks.swift:21 in Delegate.init()
            fix: Make the reference back weak, or clear it in teardown.
          over-retain of 1 Ticket, allocated at Leaks.swift:26 in Ticket.init()
            fix: No reference was found: look for a retain without a release (Unmanaged.passRetained, a buffer freed \
        without deinitializing).
          with all references: outlive run exit-fixture; off: OUTLIVE_HEAP_EXIT=0

        """

    @Test(arguments: [("return", 0), ("exit", 3), ("thread", 0)])
    func `A debug build reports what nothing can reach, and keeps its status`(way: String, status: Int32) async throws {
        let (ending, _) = try await Self.run("leaks", way)
        #expect(Self.legible(ending.errors) == Self.leaks)
        #expect(ending.status == status)
    }

    @Test
    func `A report has at most ten lines, and says how many leaks it omits`() async throws {
        let report = try await Self.run("many", "exit").ending.errors.split(separator: "\n")
        #expect(report.count == 10)
        #expect(report.first?.hasPrefix("outlive: 6 leaks: 6 objects ") == true)
        #expect(report.last?.hasPrefix("  and 2 more; with all references: outlive run ") == true)
    }

    @Test(arguments: ["return", "exit"])
    func `A program without a leak prints nothing`(way: String) async throws {
        let (ending, _) = try await Self.run("clean", way)
        #expect(ending.errors == "")
    }

    @Test(arguments: [("OUTLIVE_HEAP_EXIT", "0"), ("OUTLIVE_DIR", "/nonexistent")])
    func `A report is off by a variable, or under a harness`(name: String, value: String) async throws {
        let (ending, _) = try await Self.run("leaks", "exit", environment: [name: value])
        #expect(ending.errors == "" && ending.status == 3)
    }

    @Test
    func `A program that the tier watches for another process reports nothing itself`() async throws {
        let folder = try Folder()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
        let (ending, _) = try await Self.run("leaks", "exit", environment: ["OUTLIVE_HEAP": folder.url.path])
        #expect(ending.errors == "" && ending.status == 3)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(files.contains { $0.hasSuffix("-exit.olheap") })
    }

    @Test
    func `A forked child reports nothing, nor does a program that ends by _exit`() async throws {
        let (ending, _) = try await Self.run("leaks", "fork")
        #expect(ending.errors == "" && ending.status == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `A program that a signal stops reports, and ends by the signal`(signal: Int32) async throws {
        let program = try WatchedProgram(arguments: ["leaks", "wait"], executable: "exit-fixture", isWatched: false)
        await program.isReady()
        kill(program.process.processIdentifier, signal)
        let ending = await program.end()
        #expect(ending.status == -signal)
        #expect(Self.legible(ending.errors) == Self.leaks)
    }

    @Test
    func `A program whose standard error is closed keeps its status`() async throws {
        let program = try WatchedProgram(
            arguments: ["-c", "'\(WatchedProgram.built.path)/exit-fixture' leaks exit 2>&-; echo $?"],
            executable: "/bin/sh", isWatched: false)
        #expect(await program.end().output == "3\n")
    }

    @Test
    func `A report leaves no files behind`() async throws {
        let folder = try Folder()
        let (ending, _) = try await Self.run("leaks", "exit", environment: ["TMPDIR": folder.url.path])
        #expect(ending.errors != "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test
    func `A report is defined in debug builds alone`() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manifest = try String(contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
        for name in ["OUTL_EXIT_REPORT", "OUTLIVE_EXIT_REPORT"] {
            #expect(manifest.contains(".define(\"\(name)\", .when(configuration: .debug))"))
        }
    }
}
#endif
