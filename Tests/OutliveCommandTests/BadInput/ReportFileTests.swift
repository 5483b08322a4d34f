import Foundation
import OutliveModel
import Testing

/// Reports that cannot be written: exit 3, with the measurements on standard output instead.
@Suite(.timeLimit(.minutes(5)))
struct ReportFileTests {
    private let launch = "sh -c 'echo up; exec sleep 600'"

    @Test(arguments: ["/proc/report.json", "/sys/report.json"])
    func `A folder in which no file can be created is refused before any launch`(path: String) async throws {
        let trial = try Trial()
        let run = try await trial.run("sh -c '\(trial.note); echo up; exec sleep 600'", ["--report", "text=\(path)"])
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("cannot write the report to \(path): "), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(trial.noted == 0)
        trial.expectNothingLeft()
    }

    @Test(.enabled(if: geteuid() != 0 || canBecomeNobody))
    func `A read-only folder is refused`() async throws {
        let trial = try Trial()
        let folder = trial.file("read-only")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
        // Permissions are nothing to root.
        let nobody = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let arguments = ["bench", "--launch", launch, "--ready", "line:up", "--reset", "exec:true"]
        let run = try await Started(
            "/usr/bin/env", nobody + [Built.outlive] + arguments + ["--report", "json=\(folder)/report.json"]
        ).end()
        #expect(run.status == 3, "\(run.errors)")
        #expect(run.errors.contains("cannot create a file in \(folder): Permission denied"), "\(run.errors)")
    }

    @Test func `A file beyond its size limit goes to standard output, and the run survives`() async throws {
        let trial = try Trial()
        // One KiB; and the signal that comes with it as a shell leaves it.
        let script = "ulimit -f 1; exec env --default-signal=XFSZ \"$0\" \"$@\""
        let run = try await Started("/bin/bash", ["-c", script, Built.outlive] + trial.arguments(launch)).end()
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors == "cannot write the report to \(trial.reportPath): File too large; here it is\n")
        // The pipe takes it all.
        let json = try #require(run.output.range(of: "\n{\n")).lowerBound
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output[json...].utf8))
        #expect(report.samples.count == 2)
        #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
    }

    @Test(.enabled(if: geteuid() == 0))
    func `A full disk loses nothing, and leaves no partial file`() async throws {
        let trial = try Trial()
        let disk = trial.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        // In a mount namespace of its own, so that it goes with the run.
        let script = """
            mount -t tmpfs -o size=4k tmpfs \(disk) || exit 77
            head -c 4096 /dev/zero >\(disk)/full
            "$0" "$@"; status=$?; ls \(disk) >&2; exit $status
            """
        let run = try await Started(
            "/usr/bin/unshare",
            ["--mount", "/bin/bash", "-c", script, Built.outlive]
                + trial.arguments(launch, ["--report", "json=\(disk)/report.json"])
        ).end()
        // If not even root may mount, `/dev/full` is used instead: see `ForeignProgramTests`.
        guard run.status != 77 && !run.errors.contains("unshare:") else { return }
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("No space left on device; here it is\nfull\n"), "\(run.errors)")
        #expect(run.lastLine == "}")
        #expect(try trial.report().samples.count == 2)
    }

    /// `true` if the tools exist that turn root into another user who can still run the built programs.
    private static let canBecomeNobody: Bool = {
        let probe = Process()
        probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        probe.arguments = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", Built.outlive, "--version"]
        (probe.standardOutput, probe.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        guard (try? probe.run()) != nil else { return false }
        probe.waitUntilExit()
        return probe.terminationStatus == 0
    }()
}
