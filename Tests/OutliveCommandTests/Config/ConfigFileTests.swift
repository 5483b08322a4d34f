import Foundation
import OutliveModel
import Testing

/// `--config FILE`: the options that it accepts, and their precedence.
struct ConfigFileTests {
    private let scratch: Scratch
    /// Three options that every run requires.
    private let needed = """
        launch: sh -c 'echo up; exec sleep 600'
        ready: line:^up$
        reset: exec:true

        """

    init() throws {
        scratch = try Scratch()
    }

    private func config(_ text: String) throws -> String {
        let path = scratch.file("recipe.yml")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func bench(_ text: String, _ options: [String] = []) async throws -> (run: Run, report: Report) {
        let json = scratch.file("report.json")
        let run = try await Started(
            Built.outlive, ["bench", "--config", config(text), "--report", "json=\(json)"] + options
        ).end()
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
        return (run, report)
    }

    @Test func `A file gives the options, whatever type YAML infers for their values`() async throws {
        let (run, report) = try await bench(
            needed + """
                work: exec:true
                probe: 'exec:echo "a: b"'
                stop: KILL
                timeout: 20s
                pairs: 1
                warmup: 0
                soak: 1
                settle: 300ms
                leaks: off
                fail-on: never
                seed: 42
                fidelity: off
                expect:
                  - threads:worker-*=the pool grows
                  - umask=it is set late
                """)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let plan = report.plan
        #expect(plan.launch == "sh -c 'echo up; exec sleep 600'")
        #expect(plan.work == "exec:true")
        #expect(plan.probe == "exec:echo \"a: b\"")
        #expect((plan.pairs, plan.warmup, plan.soak, plan.seed) == (1, 0, 1, 42))
        #expect((plan.timeoutSeconds, plan.settleSeconds) == (20, 0.3))
        #expect(plan.leaks == .off)
        #expect(plan.failOn == .never)
        #expect(plan.fidelity == .off)
        #expect(plan.expected.map(\.reason) == ["the pool grows", "it is set late"])
    }

    @Test func `Typed options override; typed expectations add, a typed report replaces`() async throws {
        let unwanted = scratch.file("unwanted.json")
        let (run, report) = try await bench(
            needed + """
                pairs: 3
                warmup: 0
                soak: 0
                seed: 1
                expect: umask=it is set late
                report: [json=\(unwanted)]
                """,
            ["--pairs", "1", "--seed=2", "--expect", "limits=why not"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect((report.plan.pairs, report.plan.seed) == (1, 2))
        #expect(report.plan.expected.map(\.check) == [.umask, .limits])
        #expect(!FileManager.default.fileExists(atPath: unwanted))
    }

    @Test func `Reports of the file are written if none is typed`() async throws {
        let json = scratch.file("own.json")
        let run = try await outlive(
            "bench", "--config",
            config(needed + "pairs: 1\nwarmup: 0\nsoak: 0\nreport:\n  - text\n  - json=\(json)\n"))
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasPrefix("Outlive"))
        #expect(FileManager.default.fileExists(atPath: json))
    }

    @Test func `The placeholder {here} is the folder of the file, from wherever it is named`() async throws {
        try "#!/bin/sh\necho up\nexec sleep 600\n".write(
            toFile: scratch.file("launch"), atomically: true, encoding: .utf8)
        let (run, report) = try await bench(
            "launch: sh {here}/launch\nready: line:up\nreset: exec:test -f {here}/recipe.yml\n"
                + "pairs: 1\nwarmup: 0\nsoak: 0\n")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(report.fallbacks == 0)
    }

    @Test func `Every option of the help can be in a file`() async throws {
        let help = try await outlive("bench", "--help").output
        let names = help.matches(of: /--([a-z-]+) </).map { String($0.1) }.filter { $0 != "config" }
        #expect(names.count >= 18)
        for name in Set(names) {
            // No option accepts this value, so the error must be about the value.
            let run = try await outlive("bench", "--config", config("\(name): ' '"))
            #expect(!run.errors.contains("Unknown option"), "\(run.errors)")
        }
    }
}
