import OutliveModel
import OutliveTestSupport
import Testing

/// Properties of merging any reports.
@Suite struct MergePropertyTests {
    /// The reports of a trial.
    private func reports(_ seed: UInt64, count: Int = 3) -> [Report] {
        var random = RandomReports(seed: seed)
        return (0..<count).map { _ in random.next() }
    }

    private func merged(_ reports: [Report]) throws -> Report {
        let first = try #require(reports.first)
        return reports.dropFirst().reduce(first.asMerged(summary: first.startedAt)) {
            $0.merged(with: $1.asMerged(summary: $1.startedAt))
        }
    }

    @Test func `Merging is commutative`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            let runs = reports(seed, count: 2)
            #expect(try merged(runs) == merged(runs.reversed()), "seed \(seed)")
        }
    }

    @Test func `Merging is associative`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            let runs = reports(seed).map { $0.asMerged(summary: "") }
            let left = runs[0].merged(with: runs[1]).merged(with: runs[2])
            let right = runs[0].merged(with: runs[1].merged(with: runs[2]))
            #expect(left == right, "seed \(seed)")
        }
    }

    @Test func `A report that is merged twice counts once`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            let runs = reports(seed)
            let all = try merged(runs)
            #expect(all.merged(with: all) == all, "seed \(seed)")
            #expect(try merged(runs + [runs[1]]) == all, "seed \(seed)")
            #expect(all.asMerged(summary: "another") == all, "seed \(seed)")
        }
    }

    @Test func `The merged report does not depend on the tree of merges`() async throws {
        try await Fuzzing.run(count: 20) { seed throws in
            let runs = reports(seed, count: 9)
            let whole = try merged(runs)
            var random = Fuzzing(seed: seed)
            for _ in 0..<4 {
                var forest = runs.map { $0.asMerged(summary: $0.startedAt) }
                while forest.count > 1 {
                    let first = forest.remove(at: random.number(below: forest.count))
                    let second = forest.remove(at: random.number(below: forest.count))
                    forest.append(first.merged(with: second))
                }
                #expect(forest[0] == whole, "seed \(seed)")
            }
        }
    }

    @Test func `Merging many reports at once equals merging them one by one`() async throws {
        try await Fuzzing.run(count: 20) { seed throws in
            let runs = reports(seed, count: 1 + Int(seed % 20))
            var merge = ReportMerge()
            #expect(merge.result == nil)
            for run in runs + [runs[0]] { merge.add(run.asMerged(summary: run.startedAt)) }
            #expect(try merge.result == merged(runs), "seed \(seed)")
        }
    }

    @Test func `Every finding of every run is in the merged report once, with its runs`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            let runs = reports(seed)
            let whole = try merged(runs)
            var named = runs
            for index in named.indices { named[index].addMissingFingerprints() }
            let names = Set(named.flatMap(\.findings).map { "\($0.tier) \($0.fingerprint ?? "")" })
            #expect(whole.findings.map { "\($0.tier) \($0.fingerprint ?? "")" }.sorted() == names.sorted())
            // No object is lost, and none is counted twice.
            let objects = runs.flatMap(\.findings).reduce(0) { $0 + $1.count }
            #expect(whole.findings.reduce(0) { $0 + $1.count } == objects, "seed \(seed)")
            #expect(whole.shards.count == Set(runs).count)
        }
    }

    @Test func `The findings of a run that is split over shards are those of the whole run`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            var whole = reports(seed, count: 1)[0]
            whole.addMissingFingerprints()
            let parts = (0..<3).map { part in
                var report = whole
                report.startedAt = "part \(part)"
                report.findings = whole.findings.enumerated().filter { $0.offset % 3 == part }.map(\.element)
                return report
            }
            let (split, single) = (try merged(parts), try merged([whole]))
            func rows(_ report: Report) -> [String] {
                report.findings.map { "\($0.tier) \($0.fingerprint ?? "") \($0.verdict) \($0.count)" }.sorted()
            }
            #expect(rows(split) == rows(single), "seed \(seed)")
        }
    }

    @Test func `A merged report ends no better than any of its runs, and as one of them did`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            let runs = reports(seed)
            let whole = try merged(runs)
            let outcome = whole.outcome
            #expect(!runs.contains { $0.outcome.isWorse(than: outcome) }, "seed \(seed)")
            // One run may have a list that has expired, and another the policy by which that fails.
            if whole.known?.expired.isEmpty == false { return }
            #expect(runs.contains { $0.outcome == outcome }, "seed \(seed)")
        }
    }

    @Test func `A finding fails if it failed a run, and is known only if it failed none`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            var runs = reports(seed)
            for index in runs.indices { runs[index].addMissingFingerprints() }
            let whole = try merged(runs)
            func names(_ findings: [Finding]) -> Set<String> {
                Set(findings.map { "\($0.tier) \($0.fingerprint ?? "")" })
            }
            let failing = runs.reduce(into: Set<String>()) { $0.formUnion(names($1.failingFindings)) }
            #expect(names(whole.failingFindings) == failing, "seed \(seed)")
            #expect(names(whole.findings.filter { $0.known != nil }).isDisjoint(with: failing))
        }
    }

    @Test func `A finding that belongs to a cause in any run belongs to it in the merged report`() async throws {
        try await Fuzzing.run(count: 60) { seed throws in
            var runs = reports(seed)
            var leaders: [String: Set<String>] = [:]
            for index in runs.indices {
                runs[index].addMissingFingerprints()
                // As the analysis makes them: the leader is in the report.
                let names = Set(runs[index].findings.compactMap(\.fingerprint))
                for place in runs[index].findings.indices {
                    let finding = runs[index].findings[place]
                    guard let leader = finding.victimOf, let fingerprint = finding.fingerprint else { continue }
                    if names.contains(leader) {
                        leaders["\(finding.tier) \(fingerprint)", default: []].insert(leader)
                    } else {
                        runs[index].findings[place].victimOf = nil
                    }
                }
            }
            let findings = try merged(runs).findings
            for group in causeGroups(of: findings) {
                let names = Set(group.compactMap { findings[$0].fingerprint })
                for finding in group.map({ findings[$0] }) {
                    guard let of = leaders["\(finding.tier) \(finding.fingerprint ?? "")"] else { continue }
                    #expect(!names.isDisjoint(with: of), "seed \(seed)")
                }
            }
        }
    }

    @Test func `A merged report does not grow with the measurements of its runs`() throws {
        var short = reports(7, count: 1)[0]
        (short.samples, short.soak) = ([], [])
        var long = short
        long.samples = (0..<5_000).map { Sample(arm: .launch, order: $0, seconds: 1) }
        long.soak = (0..<5_000).map { SoakCycle(cycle: $0, seconds: 1) }
        let (small, large) = (try merged([short]), try merged([long]))
        #expect(large.samples.isEmpty && large.soak.isEmpty)
        #expect(size(large) == size(small))
    }

    @Test func `Many leaks and runs are cut to a limit, in any order, with a note`() throws {
        var runs = reports(3, count: 30)
        for index in runs.indices {
            runs[index].failures = (0..<20).map { Failure(.harness, "failure \($0) of \(index)") }
            runs[index].notes = (0..<20).map { "note \($0) of \(index)" }
            runs[index].stateDifferences = [
                StateDifference(cycle: 1, expected: "", actual: "\(index)"),
                StateDifference(cycle: 1, expected: "x", actual: "\(index)"),
            ]
        }
        let whole = try merged(runs)
        #expect(whole.failures.count == 100)
        #expect(whole.stateDifferences.count == 20)
        #expect(whole.notes.count { $0.hasPrefix("note ") } == 200)
        #expect(whole.notes.contains("Of the failures, 100 are kept; how each run ended is with the runs."))
        #expect(try merged(runs.reversed()) == whole)
        #expect(whole.merged(with: whole) == whole)
    }

    /// Returns the approximate number of values in a report.
    private func size(_ report: Report) -> Int {
        var text = ""
        dump(report, to: &text)
        return text.split(separator: "\n").count
    }
}
