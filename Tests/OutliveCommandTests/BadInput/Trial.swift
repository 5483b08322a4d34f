import Foundation
import OutliveModel
import Testing

/// A run on bad input, in a folder of its own, which shows the files that it leaves behind.
final class Trial: Sendable {
    private let scratch: Scratch
    /// The folder for the files of the harness and the programs.
    private let temporary: String

    init() throws {
        scratch = try Scratch()
        // Short, as sockets are made in it.
        temporary = scratch.file("t")
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    }

    deinit {
        // After a test that failed; otherwise there is none.
        for process in processes { kill(process, SIGKILL) }
    }

    /// A file of the test.
    func file(_ name: String) -> String { scratch.file(name) }

    /// The path of the JSON report.
    var reportPath: String { file("report.json") }

    /// The JSON report.
    func report() throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: reportPath)))
    }

    /// The arguments of a short run; later options win.
    func arguments(_ launch: String, _ options: [String] = []) -> [String] {
        [
            "bench", "--launch", launch, "--ready", "line:^up$", "--reset", "exec:true", "--pairs", "1", "--warmup",
            "0",
            "--soak", "0", "--report", "text", "--report", "json=\(reportPath)",
        ] + options
    }

    /// Begins a run.
    func start(_ launch: String, _ options: [String] = [], environment: [String: String] = [:]) throws -> Started {
        try Started(
            Built.outlive, arguments(launch, options),
            environment: ["TMPDIR": temporary].merging(environment) { $1 })
    }

    /// Runs to the end.
    func run(_ launch: String, _ options: [String] = [], environment: [String: String] = [:]) async throws -> Run {
        try await start(launch, options, environment: environment).end()
    }

    /// The line of shell that notes the shell's number, for `processes`.
    var note: String { "echo $$ >>\(file("processes"))" }

    /// A line of shell that waits until so many processes are noted.
    func awaitNotes(_ count: Int) -> String {
        "until [ $(wc -l <\(file("processes"))) -ge \(count) ]; do sleep 0.01; done"
    }

    /// The processes that were noted and run.
    var processes: [pid_t] {
        let text = (try? String(contentsOfFile: file("processes"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { pid_t($0) }.filter { process in
            guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
            return !stat.contains(") Z ")
        }
    }

    /// The number of processes noted.
    var noted: Int {
        ((try? String(contentsOfFile: file("processes"), encoding: .utf8)) ?? "").split(separator: "\n").count
    }

    /// Waits until no noted process is alive. A process that ends closes its files before it is a zombie.
    func awaitEnd() async throws {
        while !processes.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Waits until all private folders are removed.
    func awaitEmptyFolder() async throws {
        while try !FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Expects that no process and no private folder is left.
    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(processes.isEmpty, sourceLocation: sourceLocation)
        let files = try? FileManager.default.contentsOfDirectory(atPath: temporary)
        #expect(files == [], sourceLocation: sourceLocation)
    }
}
