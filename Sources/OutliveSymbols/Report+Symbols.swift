public import OutliveModel

extension Report {
    /// Fills in the symbols of every backtrace and notes where they come from.
    ///
    /// Blocks the calling thread while the symbolizer runs.
    public mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator()) {
        guard findings.contains(where: { !$0.backtrace.frames.isEmpty }) else { return }
        let symbolication = symbolicator.symbolicate(findings.map(\.backtrace))
        for (index, backtrace) in symbolication.backtraces.enumerated() {
            findings[index].backtrace = backtrace
        }
        notes += symbolication.notes
    }
}
