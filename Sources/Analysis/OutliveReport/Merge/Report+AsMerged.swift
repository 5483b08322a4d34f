package import OutliveModel

extension Report {
    /// The report of a single run as a merged report of that run, with its summary line. See `merged(with:)`.
    package var asMerged: Report { asMerged(summary: isMerged ? "" : summaryLine) }
}
