import Foundation
import Testing

/// Invalid usage is refused before anything starts: one clear line, exit 64.
struct UsageTests {
    private static let good = ["bench", "--launch", "true", "--ready", "exit", "--reset", "exec:true"]

    @Test(arguments: [
        (["--no-such-option"], "no-such-option"),
        (["--pairs", "many"], "many"),
        (["--pairs=-1"], "-1"),
        (["--pairs", "-1"], "0 or more"),
        (["--settle", "-2s"], "-2s"),
        (["--pairs", "0", "--soak", "0"], "nothing would be measured"),
        (["--ready", "soon"], "soon"),
        (["--ready", "line:("], "("),
        (["--ready", "http://"], "http://"),
        (["--ready", "tcp:nowhere"], "nowhere"),
        (["--reset", "signal:NOPE"], "NOPE"),
        (["--launch", "sh -c 'open"], "open"),
        (["--launch", ""], "missing"),
        (["--work", "run this"], "run this"),
        (["--settle", "2"], "2"),
        (["--timeout", "soon"], "soon"),
        (["--timeout", "0s"], "too short"),
        (["--stop", "NOPE"], "NOPE"),
        (["--reset", "signal:KILL", "--done", "line:x"], "no program can answer the signal 'KILL'"),
        (["--reset", "signal:STOP", "--done", "line:x"], "no program can answer the signal 'STOP'"),
        (["--reset", "signal:33", "--done", "line:x"], "no program can answer the signal '33'"),
        (["--reset", "signal:65", "--done", "line:x"], "no signal '65'"),
        (["--ready", "tcp:127.0.0.1:{prt}"], "{port}, {dir}, {instance}"),
        (["--work", "http://127.0.0.1:{prt}/"], "no placeholder {prt}"),
        (["--launch", "app --port={Port}"], "no placeholder {Port}"),
        (["--work", "exec:app {folder_dir}"], "no placeholder {folder_dir}"),
        (["--launch", "app {prot}"], "did you mean {port}?"),
        (["--launch", "A=1 app --x"], "write env A=1 app --x"),
        (["--work", "exec:a && b"], "write sh -c 'a && exec b'"),
        (["--probe", "exec:a | b"], "write sh -c 'a | b'"),
        (["--launch", "cd x; app"], "write sh -c 'cd x; exec app'"),
        (["--report", "x.html"], "write --report html=x.html"),
        (["--report", "a/b.sarif"], "write --report sarif=a/b.sarif"),
        (["--report", "x.xml"], "write --report junit=x.xml"),
        (["--leaks", "perhaps"], "perhaps"),
        (["--fail-on", "rain"], "rain"),
        (["--fidelity", "perhaps"], "perhaps"),
        (["--expect", "weather=it rains"], "weather"),
        (["--expect", "threads:pool"], "reason"),
        (["--expect", "threads:=why"], "subject"),
        (["--expect", "probe=why"], "probe"),
        (["--report", "pdf"], "pdf"),
        (["--report", "pdf"], "junit[=FILE], github[=FILE], markdown[=FILE], sarif[=FILE]"),
        (["--report", "json="], "json="),
        (["--report", "json=/tmp/report", "--report", "text=/tmp/../tmp/report"], "/tmp/report"),
        (["--growth", "perhaps"], "perhaps"),
        (
            ["--source-url", "javascript://x/{file}:{line}"],
            "must begin with http://, https:// or the scheme of an editor"
        ),
        (["--source-url", "https://host/{file}"], "must contain {line} once"),
        (["--growth", "fail", "--soak", "7"], "--soak 8"),
        (["--growth", "fail", "--soak", "10", "--warmup", "5"], "--soak 11"),
        (["--min-speedup", "0"], "0"),
        (["--min-speedup", "2", "--pairs", "5"], "6"),
        (["--ready", "notify", "--reset", "http://x/", "--done", "exit"], "exit"),
        (["--reset", "http"], "does not listen for 'http'"),
        (["--ready", "notify", "--reset", "http", "--done", "exit"], "not 'http'"),
        (["--ready", "notify", "--reset", "http:"], "is not a URL"),
        (["--ready", "notify", "--reset", "https"], "http alone"),
        // The first sentence of the acknowledgement's rule: a signal alone acknowledges nothing.
        (["--ready", "line:up", "--reset", "signal:HUP"], "done"),
    ])
    func `A wrong option is refused with its reason`(options: [String], reason: String) async throws {
        try await expectRefusal(of: Self.good + options, reason)
    }

    @Test(arguments: [
        (["--arm", "a=relaunch"], "there is only the arm 'a'"),
        (["--arm", "a=relaunch", "--arm", "a=exec:true"], "two arms are called 'a'"),
        (["--arm", "a=relaunch", "--arm", "b=soon"], "'soon' is not a trigger of arm 'b'"),
        (["--arm", "a=relaunch", "--arm", "b=signal"], "'signal' is not a trigger of arm 'b'"),
        (["--arm", "a=relaunch", "--arm", "b=launch:"], "a command is missing"),
        (["--arm", "relaunch"], "write NAME=TRIGGER"),
        (["--arm", "a b=relaunch"], "'a b' is not the name of an arm"),
        (["--arm", "soak=relaunch"], "cannot be called 'soak'"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--reset", "exec:true"], "--arm names all arms"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--done", "exit"], "--arm names all arms"),
        (["--arm", "a=relaunch", "--arm", "b=signal:HUP"], "nothing acknowledges the reset 'signal:HUP'"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--arm-done", "c=exit"], "there are a, b"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--arm-done", "a=exit"], "remove its --arm-done"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--min-speedup", "c=2"], "there are a, b"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--min-speedup", "b=none"], "must be a number above 0"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--launch", "app"], "put {port}, {dir} or {instance}"),
        (["--arm", "a=relaunch", "--arm", "b=launch:app"], "the launch of arm 'b' must keep it apart"),
        (["--arm", "a=relaunch", "--arm", "b=checkpoint"], "a restored checkpoint does not announce"),
        (["--arm", "a=relaunch", "--arm", "b=exec:true", "--pairs", "0"], "no arms would be compared"),
    ])
    func `A wrong arm is refused with its reason`(options: [String], reason: String) async throws {
        try await expectRefusal(
            of: ["bench", "--launch", "app {dir}", "--ready", "line:up"] + options, reason)
    }

    private func expectRefusal(of words: [String], _ reason: String) async throws {
        let run = try await Started(Built.outlive, words).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `Without CRIU an arm with a checkpoint is refused in one line: exit 3`() async throws {
        let arms = ["--arm", "a=relaunch", "--arm", "b=checkpoint"]
        let run = try await Started(
            Built.outlive, ["bench", "--launch", "app {port}", "--ready", "tcp:127.0.0.1:{port}"] + arms,
            environment: ["PATH": "/no/such/folder"]
        ).end()
        #expect(run.status == 3)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("there is no program criu"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `Missing options are named`() async throws {
        let run = try await outlive("bench")
        #expect(run.status == 64)
        #expect(run.errors.contains("--launch"))
    }

    @Test(arguments: [
        (["config", "--help"], "there is no command 'config'"), (["config"], "there is no command 'config'"),
        (["bensh", "--help"], "did you mean bench?"), (["doktor"], "did you mean doctor?"),
        (["help", "bensh"], "did you mean bench?"),
    ])
    func `An unknown command is refused, also before --help`(words: [String], reason: String) async throws {
        let run = try await Started(Built.outlive, words).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test(arguments: [
        (["bench", "--lanch", "app"], "there is no option '--lanch'; did you mean --launch?"),
        (["soak", "--heaap", "--launch=app"], "there is no option '--heaap'; did you mean --heap?"),
        (["--versoin"], "there is no option '--versoin'; did you mean --version?"),
        (["run", "--sampel=1", "--", "app", "--lanch"], "there is no option '--sampel'; did you mean --sample?"),
        (["bench", "--launch", "app"], "missing: --ready, --reset"),
        (["-v"], "did you mean --version?"), (["version"], "did you mean --version?"),
        (["soak", "--heap", "--", "./app", "-x"], "write --launch './app -x'"),
        (["soak", "--pairs", "3"], "Unknown option '--pairs', which is one of bench"),
        (["soak", "--cycles", "ten"], "give a whole number"),
        (["soak", "--cycles", "-4"], "--cycles is -4: give 1 or more"),
        (["baseline", "accept", "--expires", "tomorrow", "x"], "outlive baseline accept --help lists the options"),
        (["soak", "--launch", "app", "--ready", "tcp:h:{port}", "--reset", "exec:x"], "'env PORT={port} app'"),
    ])
    func `A misspelt option is named before what is missing without it`(words: [String], reason: String) async throws {
        try await expectRefusal(of: words, reason)
    }

    @Test(arguments: [(20, 60), (60, 60), (132, 132), (500, 200)])
    func `The text takes the terminal's width, from 60 to 200 columns`(asked: Int, used: Int) async throws {
        let run = try await Started(Built.outlive, ["doctor"], environment: ["COLUMNS": "\(asked)"]).end()
        let widest = run.output.split(separator: "\n").map(\.count).max() ?? 0
        // No paragraph of a diagnosis is much longer than a hundred columns.
        #expect(widest <= used && widest > min(used, 132) / 2, "\(run.status) \(run.output)\(run.errors)")
    }

    @Test func `Help and version are no errors`() async throws {
        #expect(try await outlive("--help").status == 0)
        let help = try await outlive("bench", "--help").output
        #expect(help.contains("--min-speedup"))
        for format in ["text", "json", "junit", "github", "markdown"] { #expect(help.contains("\(format)[=FILE]")) }
        #expect(try await outlive("--version").status == 0)
    }

    @Test func `A report path that cannot be written is refused before measuring: exit 3`() async throws {
        let run = try await Started(Built.outlive, Self.good + ["--report", "json=/no/such/folder/report.json"]).end()
        #expect(run.status == 3)
        #expect(run.errors.contains("/no/such/folder"))
        let folder = try await Started(Built.outlive, Self.good + ["--report", "json=/"]).end()
        #expect(folder.status == 3)
        #expect(folder.errors.contains("it is a folder"))
    }
}
