package import OutliveModel

extension SnapshotReport {
    /// Adds symbols to the sites that a text report may show, and a note about their source.
    ///
    /// The symbolizer blocks the calling thread.
    ///
    /// - Parameter rows: The number of rows of each table.
    package mutating func symbolicate(with symbolicator: Symbolicator = Symbolicator(), rows: Int = 100) {
        let all =
            types.prefix(rows).map(\.site) + (largest ?? []).prefix(rows).map(\.site)
            + (memory ?? []).prefix(rows).map(\.site) + (growth?.types ?? []).prefix(rows).map(\.site)
        guard all.contains(where: { !$0.frames.isEmpty }) else { return }
        let symbolication = symbolicator.symbolicate(all)
        var rest = symbolication.backtraces[...]
        for index in types.indices.prefix(rows) { types[index].site = rest.removeFirst() }
        for index in (largest ?? []).indices.prefix(rows) { largest?[index].site = rest.removeFirst() }
        for index in (memory ?? []).indices.prefix(rows) { memory?[index].site = rest.removeFirst() }
        for index in (growth?.types ?? []).indices.prefix(rows) { growth?.types[index].site = rest.removeFirst() }
        notes += symbolication.notes
    }
}
