import Foundation
import OutliveModel
import Testing

/// `--reset http`: a program that links Outlive and announces its address.
struct AnnouncedResetTests {
    /// A run of the benchmark, with a report in every format.
    private struct Bench {
        let run: Run
        /// The reports by format.
        let reports: [String: String]
        /// The token of each launch.
        let tokens: [String]

        init(_ flags: String, _ options: String...) async throws {
            let scratch = try Scratch()
            let files = Dictionary(
                uniqueKeysWithValues: ["text", "json", "junit", "github", "markdown"].map { ($0, scratch.file($0)) })
            let launch = "'\(Built.fixture)' host \(flags) --token-file '\(scratch.file("tokens"))'"
            run = try await Started(
                Built.outlive,
                ["bench", "--launch", launch, "--ready", "notify", "--reset", "http", "--report", "text"]
                    + files.flatMap { ["--report", "\($0)=\($1)"] } + options
            ).end()
            reports = try files.mapValues { try String(contentsOfFile: $0, encoding: .utf8) }
            tokens = try String(contentsOfFile: scratch.file("tokens"), encoding: .utf8).split(separator: "\n")
                .map(String.init)
        }

        var report: Report {
            get throws { try JSONDecoder().decode(Report.self, from: Data(reports["json", default: ""].utf8)) }
        }

        /// Expects that every launch had a token of its own, and that none is shown anywhere.
        func expectSecrecy(sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(tokens.count > 1 && Set(tokens).count == tokens.count, sourceLocation: sourceLocation)
            #expect(tokens.allSatisfy { $0.utf8.count == 43 }, "\(tokens)", sourceLocation: sourceLocation)
            let shown = reports.merging(["standard output": run.output, "standard error": run.errors]) { $1 }
            for (place, text) in shown {
                #expect(!tokens.contains { text.contains($0) }, "\(place): \(text)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `Resets over HTTP are measured and watched, equal a launch, and print no token`() async throws {
        let bench = try await Bench(
            "--instance {instance}", "--pairs", "2", "--soak", "4", "--leaks", "require", "--probe", "exec:echo same",
            "--expect", "state:HostedProgram.builds=counts the resets")
        #expect(bench.run.status == 0, "\(bench.run.output)\(bench.run.errors)")
        let fidelity = try #require(try bench.report.fidelity)
        #expect(fidelity.failing.isEmpty, "\(bench.run.output)")
        #expect(bench.run.output.contains("17 of 17"), "\(bench.run.output)")
        bench.expectSecrecy()
    }

    @Test func `A failed run shows what the program printed, without its token`() async throws {
        let bench = try await Bench("--print-token --wrong-token", "--pairs", "3", "--soak", "0")
        #expect(bench.run.status == 3, "\(bench.run.output)\(bench.run.errors)")
        #expect(bench.run.output.contains("token (the token)"), "\(bench.run.output)")
        bench.expectSecrecy()
    }

    @Test func `A program that announces no URL exits with 3 and a remedy`() async throws {
        let bench = try await Bench("--no-server", "--pairs", "3", "--soak", "0")
        #expect(bench.run.status == 3, "\(bench.run.output)\(bench.run.errors)")
        #expect(bench.run.output.contains("HTTPNotifier()"), "\(bench.run.output)")
    }
}
