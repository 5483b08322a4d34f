package import OutliveModel

extension Report {
    /// Adds symbols to every backtrace, and a note about their source. The symbolizer blocks the calling thread.
    package mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator()) {
        guard findings.contains(where: { !$0.backtrace.frames.isEmpty }) else { return }
        let symbolication = symbolicator.symbolicate(findings.map(\.backtrace))
        for (index, backtrace) in symbolication.backtraces.enumerated() {
            findings[index].backtrace = backtrace
        }
        nameForwarders(symbolicator)
        notes += symbolication.notes
    }

    /// Adds the lines of closures to their forwarders, as `functions(of:)` does for a snapshot.
    private mutating func nameForwarders(_ symbolicator: Symbolicator) {
        let frames = Array(Set(findings.lazy.flatMap(\.backtrace.frames)))
        let filled = ForwarderLines(symbolicator).filled(frames)
        let changed = Dictionary(uniqueKeysWithValues: zip(frames, filled).filter { $0 != $1 })
        for index in findings.indices {
            findings[index].backtrace.frames = findings[index].backtrace.frames.map { changed[$0] ?? $0 }
        }
    }
}
