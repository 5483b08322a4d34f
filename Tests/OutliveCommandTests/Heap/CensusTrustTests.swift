import Foundation
import OutliveTestSupport
import Testing

/// Processes with a start record that are inspected from outside all the same.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CensusTrustTests {
    private let trial: HeapTrial
    private let folder: String

    init() throws {
        trial = try HeapTrial()
        folder = trial.file("heap")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    @Test func `A watched process that executes another program is not asked, even if that catches the signal`()
        async throws
    {
        let started = try started("other")
        try await trial.awaitText("became", in: "out")
        let process = started.process.processIdentifier
        #expect(FileManager.default.fileExists(atPath: "\(folder)/heap-\(process).json"))
        let census = try await outlive("census", "\(process)")
        #expect(census.status == 3)
        #expect(census.errors.split(separator: "\n").count == 1, "\(census.errors)")
        // A signal of its own, which comes after any other.
        kill(process, __libc_current_sigrtmin() + 2)
        try await trial.awaitText("asked", in: "out")
        #expect(trial.text("out") == "became\nasked\n")
        kill(process, SIGKILL)
        #expect(try await started.end().status == -SIGKILL)
    }

    @Test func `A watched process that executes the same program without the tier is inspected from outside`()
        async throws
    {
        let started = try started("again")
        try await trial.awaitText("ready", in: "out")
        let process = started.process.processIdentifier
        #expect(FileManager.default.fileExists(atPath: "\(folder)/heap-\(process).json"))
        let census = try await outlive("census", "\(process)")
        #expect(census.status == 0, "\(census.errors)")
        #expect(census.output.contains("inspected from outside"), "\(census.output)")
        kill(process, SIGTERM)
        #expect(try await started.end().status == -SIGTERM)
    }

    @Test(.enabled(if: geteuid() == 0))
    func `Root follows nothing that another user put into the folder of a process`() async throws {
        let victim = trial.file("victim")
        let content = String(repeating: "A", count: 6000)
        try content.write(toFile: victim, atomically: false, encoding: .utf8)
        try #require(chmod(victim, 0o600) == 0 && chown(folder, 65534, 65534) == 0)
        let sleeper = try Started(
            "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "sleep", "1000"],
            environment: ["OUTLIVE_HEAP": folder])
        let process = sleeper.process.processIdentifier
        // The record that the tier of such a process would write, as far as another user can know.
        let record = """
            {"version":1,"processID":\(process),"frames":16,"signal":0,"executable":"/x",\
            "controls":{"leakFound":true,"falseAlarm":false}}
            """
        let path = "\(folder)/heap-\(process).json"
        try record.write(toFile: path, atomically: false, encoding: .utf8)
        try #require(chown(path, 65534, 65534) == 0)
        try #require(symlink(victim, folder + "/probe") == 0)
        try #require(symlink(victim, "\(folder)/heap-\(process)-end.error") == 0)
        let before = try names
        let census = try await outlive("census", "\(process)", "--timeout", "2s")
        #expect(census.status == 3)
        #expect(!census.errors.contains("AAAA"), "\(census.errors)")
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == content)
        #expect(try names == before)
        kill(process, SIGKILL)
        #expect(try await sleeper.end().status == -SIGKILL)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    /// Starts a watched program that gets into trouble.
    private func started(_ trouble: String) throws -> Started {
        try Started(
            "/bin/sh", ["-c", #"exec "$0" trouble "$2" >"$1""#, Built.heapFixture, trial.file("out"), trouble],
            environment: ["OUTLIVE_HEAP": folder, "LD_PRELOAD": try HeapTierLibrary.path(in: Built.folder)])
    }
}
