import Foundation
import OutliveModel
import Testing

/// Reports that cannot be written: exit 3, with the text report on standard output instead.
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

    @Test func `A file beyond its size limit is an error, and the text report is printed once`() async throws {
        let trial = try Trial()
        // One KiB; and the signal that comes with it as a shell leaves it.
        let script = "ulimit -f 1; exec env --default-signal=XFSZ \"$0\" \"$@\""
        let run = try await Started("/bin/bash", ["-c", script, Built.outlive] + trial.arguments(launch)).end()
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors == "cannot write the report to \(trial.reportPath): File too large; name another file\n")
        #expect(run.output.matches(of: #/Time to ready/#).count == 1 && !run.output.contains("\n{\n"), "\(run.output)")
        #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
    }

    @Test(.enabled(if: geteuid() == 0))
    func `A full disk leaves no partial file, and the text report is printed once instead of a page`() async throws {
        let trial = try Trial()
        let first = try await trial.run(launch)
        #expect(first.status == 0, "\(first.errors)")
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
                + ["report", trial.reportPath, "--report", "html=\(disk)/page.html", "--report", "json=\(disk)/x.json"]
        ).end()
        // If not even root may mount, `/dev/full` is used instead: see `ForeignProgramTests`.
        guard run.status != 77 && !run.errors.contains("unshare:") else { return }
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        let errors = ["page.html", "x.json"].map {
            "cannot write the report to \(disk)/\($0): No space left on device; here it is as text\n"
        }
        #expect(run.errors == errors.joined() + "full\n", "\(run.errors)")
        let text = try await outlive("report", trial.reportPath)
        #expect(run.output == text.output && text.output.contains("Time to ready"), "\(run.output)")
    }

    /// The options whose files are opened before any other work, with `FILE` in the place of the path.
    private static let outputs = [
        ["report", "STORED", "--report", "html=FILE"], ["watch", "1", "--metrics", "FILE"],
        ["watch", "1", "--heap-snapshot", "FILE"], ["watch", "1", "--heap-page", "FILE"],
        ["census", "1", "--graph", "FILE"], ["census", "1", "--export", "folded=FILE"],
        ["heap", "STORED", "--export", "folded=FILE"],
    ]

    private static let stored = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../OutliveReportTests/Golden/clean.json.json").path

    @Test(.enabled(if: geteuid() == 0), arguments: outputs, Planted.allCases)
    private func `What another user has planted in a folder of all users is not followed or written`(
        arguments: [String], planted: Planted
    ) async throws {
        let scratch = try Scratch()
        let (folder, victim) = (scratch.file("shared"), scratch.file("victim"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(chmod(folder, 0o1777) == 0)
        try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
        let path = try planted.plant(in: folder, victim: victim)
        let words = arguments.map {
            $0.replacing("FILE", with: path).replacing("STORED", with: Self.stored)
        }
        let run = try await Started(Built.outlive, words).end()
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("of user 65534 in a folder that all users can write to"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test func `A link of the user's own stays, and its target is replaced`() async throws {
        let trial = try Trial()
        let (folder, link) = (trial.file("reports"), trial.file("latest.json"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(chmod(folder, 0o1777) == 0 && symlink("run-12.json", "\(folder)/latest") == 0)
        try #require(symlink("reports/latest", link) == 0)
        let run = try await trial.run(launch, ["--report", "json=\(link)"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "reports/latest")
        let report = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/run-12.json"))
        #expect(try JSONDecoder().decode(Report.self, from: report).samples.count == 2)
    }

    /// What another user can leave in a folder like /tmp.
    private enum Planted: CaseIterable {
        case link, linkOfLink, folder, file, pipe

        /// Plants the entry as user 65534, and returns the path that a report is sent to.
        func plant(in folder: String, victim: String) throws -> String {
            let path = "\(folder)/entry"
            let result: Int32 =
                switch self {
                case .link, .linkOfLink: symlink(victim, path)
                case .folder: symlink((victim as NSString).deletingLastPathComponent, path)
                case .file: FileManager.default.createFile(atPath: path, contents: Data()) ? 0 : -1
                case .pipe: mkfifo(path, 0o666)
                }
            try #require(result == 0 && lchown(path, 65_534, 65_534) == 0)
            switch self {
            case .link, .file, .pipe: return path
            case .folder: return "\(path)/victim"
            case .linkOfLink:
                try #require(symlink(path, victim + ".link") == 0)
                return victim + ".link"
            }
        }
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
