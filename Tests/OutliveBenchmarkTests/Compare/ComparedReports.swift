import OutliveModel

extension Report {
    /// A run whose resets take about so many seconds, and whose relaunches take ten times as long.
    static func run(_ start: String = "2026-01-01T00:00:00Z", reset: Double = 0.1, pairs: Int = 12) -> Report {
        var report = Report(
            toolVersion: "0.1.0", startedAt: start,
            machine: Machine(
                system: "Debian", architecture: "x86_64", processor: nil, processors: 2, memoryBytes: 1),
            plan: Plan(launch: "app {port}", ready: "notify", reset: "signal:HUP", done: "notify", seed: 7))
        report.watch = .watched
        for pair in 0..<pairs {
            let noise = 1 + Double(pair % 5) / 100
            report.samples.append(
                Sample(arm: .launch, order: 2 * pair, pair: pair, seconds: 10 * reset * noise, stopSeconds: 0))
            report.samples.append(Sample(arm: .reset, order: 2 * pair + 1, pair: pair, seconds: reset * noise))
        }
        return report
    }

    func with(_ findings: Finding...) -> Report {
        var report = self
        report.findings = findings
        return report
    }

    func changed(_ change: (inout Report) -> Void) -> Report {
        var report = self
        change(&report)
        return report
    }

    var facts: ComparedReport {
        ComparedReport(
            name: "report.json", toolVersion: toolVersion, startedAt: startedAt, outcome: outcome,
            interrupted: interrupted, summary: "")
    }
}

extension Finding {
    /// A finding of a type.
    static func found(
        _ type: String, _ verdict: Verdict = .leak, tier: Tier = .registry, objects: Int = 10, trace: String? = nil,
        fingerprint: String? = nil, victimOf: String? = nil, known: KnownLeak? = nil
    ) -> Finding {
        Finding(
            tier: tier, verdict: verdict,
            key: ComponentKey(
                name: type, type: "App.\(type)",
                site: RegistrationSite(fileID: "App/\(type).swift", line: 7, column: 1)),
            births: [Birth(generation: 1, count: objects)], live: [objects], warmup: 0,
            fingerprint: trace ?? fingerprint,
            traces: trace.map {
                [LeakTrace(shape: .path, steps: [TraceStep(kind: .object, name: type)], fingerprint: $0)]
            } ?? [],
            victimOf: victimOf, known: known)
    }
}
