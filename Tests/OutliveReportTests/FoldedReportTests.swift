import OutliveModel
import OutliveReport
import Testing

/// A leak that some runs of a merged report found with its trace, and others without.
@Suite struct FoldedReportTests {
    private func run(_ start: String, trace: String? = nil, heap: Bool, type: String = "Session") -> Report {
        var report = Report.clean
        report.startedAt = start
        if heap { report.heap = HeapSummary(frames: 16) }
        var finding = Finding(
            verdict: .leak, key: .named(type, type: "NoteService.\(type)", line: 3),
            births: [Birth(generation: 1, count: 5)],
            live: [5], warmup: 0)
        if let trace {
            finding.fingerprint = trace
            finding.traces = [
                LeakTrace(shape: .path, steps: [TraceStep(kind: .object, name: type)], fingerprint: trace)
            ]
        }
        report.findings = [finding]
        return report
    }

    @Test func `A leak with and without a trace is one, of all runs, in every format`() throws {
        let merged = run("2026", heap: false).asMerged.merged(with: run("2027", trace: "t1", heap: true).asMerged)
        #expect(merged.findings.count == 2)
        #expect(merged.summaryLine.hasSuffix("; 1 leak"))
        let folded = merged.foldingUntraced
        #expect(folded.findings.map(\.count) == [10])
        #expect(folded.findings.map(\.fingerprint) == ["t1"])
        #expect(folded.findings[0].occurrences.count == 2)
        #expect(folded.outcome == merged.outcome && folded.foldingUntraced == folded)
        for format in ReportFormat.all where format.name != "json" && format.name != "html" {
            let bytes = try format.bytes(for: merged)
            #expect(try bytes == format.bytes(for: folded))
        }
        // A report that is merged again still has both.
        #expect(merged.merged(with: merged) == merged)
    }

    @Test func `A finding without a trace gets the holder of the traced one, and the worse verdict counts`() {
        var blind = run("2026", heap: false)
        blind.findings[0].verdict = .leak
        var seeing = run("2027", trace: "t1", heap: true)
        seeing.findings[0].verdict = .suspect
        let folded = blind.asMerged.merged(with: seeing.asMerged).foldingUntraced.findings
        #expect(folded.map(\.verdict) == [.leak])
        #expect(folded.map(\.traces.count) == [1])
    }

    @Test func `Two findings stay two if the run without a trace had the heap tier, or at another site`() {
        let seeing = run("2027", trace: "t1", heap: true).asMerged
        #expect(run("2026", heap: true).asMerged.merged(with: seeing).foldingUntraced.findings.count == 2)
        let other = run("2026", heap: false, type: "Feed").asMerged.merged(with: seeing)
        #expect(other.foldingUntraced.findings.count == 2)
    }
}

/// Figures that no run and no merge can have written.
@Suite struct FlawedReportTests {
    private func refusal(_ change: (inout Report) -> Void) throws -> String? {
        var report = Report.merged
        change(&report)
        let bytes = try ReportFormat.json.bytes(for: report)
        do throws(ReportFormatError) {
            _ = try Report(json: bytes)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `An earlier merged report is read, and negative counts or stray shards are refused in one line`()
        throws
    {
        #expect(try refusal { _ in } == nil)
        let refusals = [
            try refusal { $0.findings[0].births = [Birth(generation: 1, count: -5)] },
            try refusal { $0.findings[0].live = [-1] },
            try refusal { $0.findings[0].occurrences[0].objects = -1 },
            try refusal { $0.findings[0].occurrences[0].shard = "no\nshard" },
            try refusal { $0.shards.append($0.shards[0]) },
            try refusal { $0.shards[0].soakCycles = .min },
        ]
        for refusal in refusals {
            let refusal = try #require(refusal)
            #expect(refusal.hasPrefix("this is not a JSON report of outlive: "))
            #expect(!refusal.contains("\n"))
        }
    }

    @Test(arguments: [Report.clean, .leaking, .bleeding, .failed, .differing, .heapLeaking, .traced])
    func `Every report of a run is read`(report: Report) throws {
        _ = try Report(json: ReportFormat.json.bytes(for: report))
    }
}
