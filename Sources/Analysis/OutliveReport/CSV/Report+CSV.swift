internal import OutliveModel

extension Report {
    /// A row for each sample and each soak cycle, or for each arm of each run of a merged report.
    var csvRows: [MeasurementRow] {
        samples.map(\.csvRow) + soak.map(\.csvRow) + shards.flatMap(\.csvRows)
    }
}

extension Sample {
    fileprivate var csvRow: MeasurementRow {
        MeasurementRow([
            .row: .text("sample"), .arm: .text(arm.rawValue), .order: .count(order), .pair: pair.map { .count($0) },
            .warmup: .flag(warmup), .seconds: .number(seconds), .stopSeconds: stopSeconds.map { .number($0) },
            .startSeconds: startSeconds.map { .number($0) }, .fellBack: .flag(fellBack), .outlier: .flag(outlier),
        ])
    }
}

extension SoakCycle {
    fileprivate var csvRow: MeasurementRow {
        MeasurementRow([
            .row: .text("cycle"), .cycle: .count(cycle), .seconds: seconds.map { .number($0) },
            .fellBack: .flag(fellBack), .residentBytes: vitals.map { .count($0.residentBytes) },
            .threads: vitals.map { .count($0.threads) }, .descriptors: vitals.map { .count($0.descriptors) },
            .liveComponents: liveComponents.map { .count($0) },
        ])
    }
}

extension Shard {
    fileprivate var csvRows: [MeasurementRow] {
        let arms: [(arm: String, summary: Summary?)] = [
            ("launch", comparison?.launch), ("launch-stop", comparison?.launchStop),
            ("launch-start", comparison?.launchStart), ("reset", comparison?.reset), ("ping", ping),
        ]
        return arms.compactMap { arm, summary in
            guard let summary else { return nil }
            return MeasurementRow([
                .row: .text("summary"), .shard: .text(id), .machine: .text(machine.inWords), .arm: .text(arm),
                .count: .count(summary.count), .minimum: .number(summary.minimum), .median: .number(summary.median),
                .maximum: .number(summary.maximum), .deviation: .number(summary.medianAbsoluteDeviation),
                .outliers: .count(summary.outliers),
            ])
        }
    }
}
