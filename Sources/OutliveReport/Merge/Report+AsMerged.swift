public import OutliveModel

extension Report {
    /// The report of a single run as a merged one of that run, with its summary line; see `merged(with:)`.
    public var asMerged: Report { asMerged(summary: isMerged ? "" : summaryLine) }
}
