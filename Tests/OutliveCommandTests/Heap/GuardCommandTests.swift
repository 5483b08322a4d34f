import Foundation
import Testing

/// `outlive watch --at-memory`, which keeps a snapshot of a process before it is killed for its memory.
@Suite struct GuardCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `A snapshot and its report are kept when the process reaches a size, and a command learns of it`()
        async throws
    {
        let program = try await WaitingProgram("live")
        let folder = scratch.file("snapshots")
        let pipe = scratch.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // The command ends the program, which ends the guard.
        let script = "kill $OUTLIVE_MEMORY_PID; printf '%s\\n' \"$0\" \"$1\" \"$OUTLIVE_MEMORY_OF\" > \(pipe)"
        let guarding = try Started(
            Built.outlive,
            [
                "watch", "\(program.id)", "--at-memory", "1MB", "--snapshots", folder,
                "--exec", "/bin/sh -c '\(script.replacing("'", with: "'\\''"))'",
            ])
        let told = try await contents(ofPipe: pipe).split(separator: "\n").map(String.init)
        let run = try await guarding.end()
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.contains("a snapshot is taken at 1.00 MB of the process"), "\(run.errors)")
        #expect(told.count == 3 && told[2] == "the process", "\(told)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 2, "\(names)")
        let report = try String(contentsOfFile: told[1], encoding: .utf8)
        #expect(run.output == report)
        #expect(report.contains("1  ") && report.contains("of the process are in use"), "\(report)")
        let listed = try await outlive("heap", told[0], "--report", "text")
        #expect(listed.status == 0, "\(listed.errors)")
    }

    @Test(arguments: [
        (["--at-memory", "0%"], "give 1% to 99%"), (["--at-memory", "much"], "neither a share nor a size"),
        (["--at-memory", "90%", "--every", "5s"], "--every is for regular inspections"),
        (["--at-memory", "90%", "--report", "json"], "--report is for regular inspections"),
        (["--exec", "true"], "add --at-memory 90%"), (["--at-memory", "90%", "--per-day", "0"], "give 1 to 1000"),
        (["--at-memory", "90%", "--exec", "a && b"], "write sh -c"),
    ])
    func `Options of a guard are checked`(options: [String], message: String) async throws {
        let run = try await Started(Built.outlive, ["watch", "1"] + options).end()
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func `A folder that others can enter is refused`() async throws {
        let program = try await WaitingProgram("live")
        let folder = scratch.file("open")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        let run = try await outlive(
            "watch", "\(program.id)", "--at-memory", "1MB", "--snapshots", folder)
        #expect(run.status == 3)
        #expect(run.errors.contains("is not private: chmod 700"), "\(run.errors)")
    }
}
