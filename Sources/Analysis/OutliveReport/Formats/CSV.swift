internal import OutliveModel

extension ReportFormat {
    /// The raw measurements as comma-separated values (RFC 4180), with a row for each sample and each soak cycle,
    /// and one for each kind of stuck tasks.
    ///
    /// A merged report has no raw measurements. It has a summary row for each run and arm instead.
    package static let csv = ReportFormat(name: "csv") { shown, _ in
        let heading = CSVColumn.allCases.map(\.rawValue)
        let report = shown.stored
        let rows =
            report.samples.map(\.csvRow) + report.soak.map(\.csvRow) + report.shards.flatMap(\.csvRows)
            + (report.stuckTasks ?? []).map(\.csvRow)
        return ([heading] + rows).flatMap(csvRecord)
    }
}

/// The columns of the table, in order. Their raw values form the heading.
private enum CSVColumn: String, CaseIterable {
    case row, shard, machine, arm, order, pair, cycle, warmup
    case seconds
    case stopSeconds = "stop_seconds"
    case startSeconds = "start_seconds"
    case fellBack = "fell_back"
    case outlier
    case residentBytes = "resident_bytes"
    case threads, descriptors
    case liveComponents = "live_components"
    case count
    case minimum = "minimum_seconds"
    case median = "median_seconds"
    case maximum = "maximum_seconds"
    case deviation = "mad_seconds"
    case outliers
    case subject
    case children, zombies, timers
    case inotifyWatches = "inotify_watches"
    case pendingSignals = "pending_signals"
    case fileLocks = "file_locks"
    case sharedMemory = "shared_memory"
    case semaphores
    case leftFiles = "left_files"
    case untouchedBytes = "untouched_bytes"
    case childBytes = "child_bytes"
    case childDescriptors = "child_descriptors"
    case childThreads = "child_threads"
    case processorSeconds = "processor_seconds"
}

extension CSVColumn {
    /// The column of a resource of the kernel, named like its metric.
    fileprivate init?(_ metric: Metric) {
        guard metric.isResource else { return nil }
        self.init(rawValue: metric.rawValue.snakeCased)
    }
}

/// Returns a row of the table. Columns without a value stay empty.
private func row(_ values: [CSVColumn: String?]) -> [String] {
    CSVColumn.allCases.map { values[$0].flatMap(\.self) ?? "" }
}

extension Sample {
    fileprivate var csvRow: [String] {
        row([
            .row: "sample", .arm: csvCell(arm.rawValue), .order: "\(order)", .pair: pair.map { "\($0)" },
            .warmup: "\(warmup)", .seconds: csvCell(seconds), .stopSeconds: stopSeconds.map { csvCell($0) },
            .startSeconds: startSeconds.map { csvCell($0) }, .fellBack: "\(fellBack)", .outlier: "\(outlier)",
            .processorSeconds: processorSeconds.map { csvCell($0) },
        ])
    }
}

extension SoakCycle {
    fileprivate var csvRow: [String] {
        var values: [CSVColumn: String?] = [
            .row: "cycle", .cycle: "\(cycle)", .seconds: seconds.map { csvCell($0) }, .fellBack: "\(fellBack)",
            .residentBytes: vitals.map { "\($0.residentBytes)" }, .threads: vitals.map { "\($0.threads)" },
            .descriptors: vitals.map { "\($0.descriptors)" }, .liveComponents: liveComponents.map { "\($0)" },
        ]
        for (metric, value) in vitals?.resources ?? [:] {
            if let column = CSVColumn(metric) { values[column] = "\(value)" }
        }
        return row(values)
    }
}

extension AlikeTasks {
    fileprivate var csvRow: [String] {
        row([.row: "stuck", .count: "\(count)", .subject: csvCell(oneLine(stuckTitle))])
    }
}

extension Shard {
    fileprivate var csvRows: [[String]] {
        let arms: [(arm: String, summary: Summary?)] =
            (comparison?.arms ?? []).flatMap { times in
                let name = times.arm.rawValue
                return [(name, times.total), ("\(name)-stop", times.stop), ("\(name)-start", times.start)]
            } + [("ping", ping)]
        return arms.compactMap { arm, summary in
            guard let summary else { return nil }
            return row([
                .row: "summary", .shard: csvCell(id), .machine: csvCell(machine.description), .arm: csvCell(arm),
                .count: "\(summary.count)", .minimum: csvCell(summary.minimum), .median: csvCell(summary.median),
                .maximum: csvCell(summary.maximum), .deviation: csvCell(summary.medianAbsoluteDeviation),
                .outliers: "\(summary.outliers)",
            ])
        }
    }
}
