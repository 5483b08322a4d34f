import Foundation
import Testing

/// `outlive report`: stored reports are read, or refused in one line.
@Suite(.timeLimit(.minutes(5)))
struct ReportCommandTests {
    /// A report in JSON of a run that failed at once.
    private func stored(in scratch: Scratch) async throws -> String {
        let file = scratch.file("stored.json")
        let run = try await outlive(
            "bench", "--launch", "false", "--ready", "notify", "--reset", "signal:RTMIN+1", "--pairs", "1", "--soak",
            "0", "--warmup", "0", "--report", "json=\(file)")
        #expect(run.status == 3)
        return file
    }

    @Test func `A stored report is converted to several formats, and exits as the run did only on request`()
        async throws
    {
        let scratch = try Scratch()
        let file = try await stored(in: scratch)
        let run = try await outlive(
            "report", file, "--report", "sarif=\(scratch.file("a.sarif"))", "--report", "csv=\(scratch.file("a.csv"))")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try String(contentsOfFile: scratch.file("a.sarif"), encoding: .utf8).contains(#""version" : "2.1.0""#))
        #expect(try String(contentsOfFile: scratch.file("a.csv"), encoding: .utf8).hasPrefix("row,"))
        let text = try await outlive("report", "--exit-code", file)
        #expect(text.status == 3)
        #expect(text.lastLine.hasPrefix("no result: "))
    }

    @Test func `In a workflow no text becomes a command of the runner, and JSON stays unchanged`() async throws {
        let scratch = try Scratch()
        let file = scratch.file("stored.json")
        let workflow = ["GITHUB_ACTIONS": "true"]
        let run = try await outlive(
            "bench", "--launch", "false '##[error]a'", "--ready", "notify", "--reset", "signal:RTMIN+1", "--pairs", "1",
            "--soak", "0", "--report", "text", "--report", "json=\(file)", environment: workflow)
        #expect(run.output.contains("## [error]a") && !run.output.contains("##["), "\(run.output)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("##[error]a"))
        let refused = try await outlive("report", "/no/##[error]such", environment: workflow)
        #expect(refused.errors.contains("## [error]such") && !refused.errors.contains("##["), "\(refused.errors)")
        let outside = try await outlive("report", file, environment: ["GITHUB_ACTIONS": ""])
        #expect(outside.output.contains("##[error]a"))
    }

    @Test func `A page shows an earlier run beside this one, and bad templates and inputs are refused in one line`()
        async throws
    {
        let scratch = try Scratch()
        let file = try await stored(in: scratch)
        let page = scratch.file("page.html")
        let run = try await outlive(
            "report", file, "--against", file, "--source-url", "vscode://file/{file}:{line}", "--report", "html=\(page)"
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<section id=\"changes\""))
        for (arguments, status, reason) in [
            ([file, "--against", "/no/such.json"], Int32(3), "cannot read the report /no/such.json"),
            (["-", "--against", "-"], 64, "standard input can be read once"),
            ([file, "--source-url", "javascript://x/{file}{line}"], 64, "the address must begin with http://"),
        ] {
            let refused = try await Started(Built.outlive, ["report"] + arguments).end()
            #expect(refused.status == status && refused.output.isEmpty, "\(refused.output)\(refused.errors)")
            #expect(refused.errors.contains(reason), "\(refused.errors)")
            #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
        }
    }

    @Test func `No report overwrites what it is made from, but JSON may replace the report itself`() async throws {
        let scratch = try Scratch()
        let file = try await stored(in: scratch)
        let earlier = scratch.file("earlier.json")
        try FileManager.default.copyItem(atPath: file, toPath: earlier)
        let content = try String(contentsOfFile: file, encoding: .utf8)
        for (command, output, input) in [
            ("report", "html=\(file)", file), ("report", "json=\(earlier)", earlier),
            ("merge", "html=\(earlier)", earlier),
        ] {
            let run = try await outlive(command, file, "--against", earlier, "--report", output)
            #expect(run.status == 64 && run.output.isEmpty, "\(run.output)")
            #expect(run.errors.contains("is the report \(input) itself: name another file"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(try String(contentsOfFile: input, encoding: .utf8) == content)
        }
        let run = try await outlive("report", file, "--report", "json=\(file)")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    }

    @Test func `The JSON of a stored report is unchanged`() async throws {
        let scratch = try Scratch()
        let file = try await stored(in: scratch)
        let run = try await Started(
            "/bin/sh", ["-c", "exec \"$0\" report - --report json <\"$1\"", Built.outlive, file]
        )
        .end()
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.output == String(contentsOfFile: file, encoding: .utf8))
    }

    @Test(arguments: [
        ("/no/such/report.json", "No such file or directory"), ("/", "Is a directory"),
        ("/dev/null", "it is not valid JSON"), ("/dev/zero", "too long for a report"),
    ])
    func `An unreadable report is refused in one line`(path: String, reason: String) async throws {
        let run = try await outlive("report", path)
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        (#"{"format": 1, "machine": {}, "processes": []}"#, "it is a census"),
        (#"{"format": 1, "snapshot": {}, "types": []}"#, "it is the report of a snapshot"),
        (#"{"format": 1, "snapshot": {}, "object": {}}"#, "it is the report of one object"),
        (
            #"{"format": 1, "groups": [], "actors": [], "executable": ""}"#,
            "it is a report of outlive tasks, not the report of a run: give the JSON of bench, soak, watch, test or merge"
        ),
        (#"{"format": 1, "looks": [], "verdict": {}, "target": "1"}"#, "it is a report of outlive memory"),
        (#"{"format": 1, "variables": [], "baselines": [], "target": "1"}"#, "it is a report of outlive state"),
        (#"{"format": 2, "old": {}, "new": {}, "policy": {}}"#, "give one of the two reports it compares"),
        (#"{"format": 1, "checks": [], "executable": "x"}"#, "it is a diagnosis"),
        (#"{"version": 1, "audits": []}"#, "it is an audit"), (#"{"format": 3}"#, "reads up to 2"),
    ])
    func `JSON of another kind is named by its kind`(json: String, reason: String) async throws {
        let scratch = try Scratch()
        try json.write(toFile: scratch.file("other.json"), atomically: true, encoding: .utf8)
        for command in ["report", "explain"] {
            let run = try await outlive(command, scratch.file("other.json"))
            #expect(run.status == 3)
            #expect(run.errors.contains(reason), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `A snapshot by a pipe is named, and the file to give instead`() async throws {
        let run = try await Started(
            "/bin/sh", ["-c", "printf 'OUTLHEAP\\001' | \"$0\" explain /dev/stdin", Built.outlive]
        ).end()
        #expect(run.status == 3 && run.output.isEmpty)
        #expect(run.errors.contains("/dev/stdin is a heap snapshot and no report: give its file"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `An output that cannot be written is reported before anything is read`() async throws {
        let run = try await outlive("report", "/no/such/report.json", "--report", "html=/no/such/folder/a.html")
        #expect(run.status == 3)
        #expect(run.errors.contains("/no/such/folder"))
        #expect(try await outlive("report").status == 64)
    }
}
