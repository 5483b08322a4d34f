import Foundation
import OutliveModel
import Testing

/// The main job, end to end, on the sample service.
@Suite(.serialized)
struct SampleBenchTests {
    @Test func `A clean service passes with a summary line and its interval: exit 0`() async throws {
        let (run, report) = try await SampleBench().run([], options(pairs: 6, soak: 6))
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let form = try Regex(
            "(Reset|Restart|Either): reset (\\S+x (faster|slower)|not clearly faster or slower) than relaunch, "
                + "95 % CI \\S+-\\S+ \\(6 pairs\\); .*")
        #expect(run.lastLine.wholeMatch(of: form) != nil, "\(run.lastLine)")
        #expect(run.lastLine.hasSuffix("; 0 fallbacks; 0 leaks"))
        #expect(report.watch == .watched)
        #expect(report.isolation == .twoInstances)
        #expect(report.samples.filter { $0.arm == .reset && !$0.warmup }.count == 6)
        #expect(report.soak.count == 6)
        #expect(report.ping != nil)
        #expect(report.findings.allSatisfy { $0.verdict == .expected })
        #expect(report.stateDifferences.isEmpty)
        #expect(report.fallbacks == 0)
    }

    @Test
    func `An acknowledgement before its reset ends the run at once: exit 3, without a fallback`()
        async throws
    {
        let (run, report) = try await SampleBench()
            .run([], options(pairs: 20, soak: 0) + ["--done", "http://127.0.0.1:{port}/state"])
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(report.failures.map(\.code) == [.falseAcknowledgement])
        #expect(report.fallbacks == 0)
        #expect(run.output.contains("use {reset} in the URL"))
    }

    @Test(arguments: [
        "delegate-cycle", "stored-closure", "timer", "endless-task", "notification-token", "static-cache",
        "per-request",
    ])
    func `A planted leak is reported with component, verdict, file and line: exit 1`(kind: String)
        async throws
    {
        let (run, report) = try await SampleBench()
            .run(["--leak", kind], options(pairs: 0, soak: 6) + ["--settle", "300ms"])
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let leaks = report.findings.filter { $0.verdict == .leak }
        #expect(!leaks.isEmpty)
        for leak in leaks {
            // One or more for each of the 6 cycles: a leak per request leaves several.
            #expect(leak.count >= 6 && leak.count.isMultiple(of: 6))
            // A component without a name of its own has that of its type.
            let name = leak.key.name == leak.key.type ? HeapType(described: leak.key.type).label : leak.key.name
            #expect(run.output.contains("LEAK  \(name)"))
            #expect(run.output.contains("registered  \(leak.key.site)"))
            let named = leak.backtrace.bestSymbol
            #expect(named?.file?.hasSuffix(leak.key.site.fileID.split(separator: "/").last!) == true)
            #expect(named?.line == leak.key.site.line)
            #expect(leak.backtrace.frames.allSatisfy { !$0.module.isEmpty })
        }
        // The leaks include a component registered by the kind's own file, or by the seam that it hooks into.
        let stem = kind.split(separator: "-").map(\.capitalized).joined()
        #expect(
            leaks.contains {
                $0.key.site.fileID.contains(stem) || kind == "per-request" && $0.key.name == "RequestHandler"
            })
    }

    @Test func `Surviving state is reported with the difference and the static that keeps it: exit 1`() async throws {
        let (run, report) = try await SampleBench().run(["--bleed"], options(pairs: 0, soak: 3))
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(report.stateDifferences.first?.cycle == 1)
        #expect(run.output.contains("--- after a launch"))
        #expect(run.output.contains("\n    -notes 200, changed 0"))
        #expect(run.output.contains("\n    +notes 201, changed 1"))
        let statics = report.fidelity?.failing.first { $0.check == .state }?.differences
        #expect(statics?.map(\.subject) == ["static NoteBleed.carried"], "\(run.output)")
        #expect(statics?.map(\.line?.description) == ["NoteBleed.swift:6"])
        #expect(run.output.contains("since reset 1, set by ") && run.output.contains("NoteBleed.swift:6"))
        #expect(run.lastLine.contains("state survived"))
        #expect(report.findings.allSatisfy { $0.verdict == .expected })
    }

    @Test func `A reset that is too slow misses the gate: exit 2`() async throws {
        let (run, _) = try await SampleBench().run([], options(pairs: 6, soak: 0) + ["--min-speedup", "100000"])
        #expect(run.status == 2, "\(run.output)\(run.errors)")
    }

    @Test func `Two leaks in few cycles are suspects, which fail only on request`() async throws {
        let bench = try await SampleBench()
        let few =
            options(pairs: 0, soak: 2) + ["--warmup", "0", "--expect", "state:SearchSuggestions.cache=a leak here"]
        let (lenient, report) = try await bench.run(["--leak", "timer,static-cache"], few)
        #expect(lenient.status == 0, "\(lenient.output)\(lenient.errors)")
        #expect(report.findings.filter { $0.verdict == .suspect }.count == 2)
        let (strict, _) = try await bench.run(["--leak", "timer,static-cache"], few + ["--fail-on", "suspect"])
        #expect(strict.status == 1)
    }

    @Test
    func `Without a terminal there is no colour, no progress, and no long line but the last`() async throws {
        let (run, _) = try await SampleBench().run(
            ["--leak", "timer"], options(pairs: 1, soak: 5) + ["--settle", "100ms"])
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").dropLast()
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    private func options(pairs: Int, soak: Int) -> [String] {
        ["--pairs", "\(pairs)", "--soak", "\(soak)", "--warmup", "0", "--seed", "7"]
    }
}

extension SampleBench {
    fileprivate func run(_ service: [String], _ options: [String]) async throws -> (run: Run, report: Report) {
        try await run(service: service, options)
    }
}
