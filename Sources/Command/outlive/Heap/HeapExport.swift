internal import ArgumentParser
internal import OutliveHeap
internal import OutliveModel

/// An `--export FORMAT[=FILE]` of a snapshot.
struct HeapExport: ExpressibleByArgument {
    /// A format of other tools.
    enum Format: String, CaseIterable {
        /// The format of V8, for Chrome's developer tools and memlab.
        case heapsnapshot
        /// Folded stacks, for flame graphs.
        case folded
    }

    let format: Format
    /// The output file, or `nil` for standard output.
    let file: ReportFile?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = Format(rawValue: String(parts[0])), parts.count == 1 || !parts[1].isEmpty else { return nil }
        self.format = format
        file = parts.count == 1 ? nil : ReportFile(path: String(parts[1]))
    }

    static var allValueStrings: [String] { Format.allCases.map { "\($0.rawValue)[=FILE]" } }

    /// Writes a snapshot.
    ///
    /// - Returns: `true` if it was written to its target.
    func write(_ snapshot: HeapSnapshot, names: any AddressNames, into sink: ReportSink) -> Bool {
        switch format {
        case .heapsnapshot:
            let export = DevToolsExport(RetentionPaths(HeapGraph(snapshot)), names: names)
            return sink.put(into: file) { descriptor throws(SystemError) in
                try export.write { piece throws(SystemError) in try writeAll(piece, to: descriptor) }
            }
        case .folded:
            let text = FoldedStacks(snapshot, names: names).lines.map { $0 + "\n" }.joined()
            return sink.put(into: file) { descriptor throws(SystemError) in try writeAll(text.utf8, to: descriptor) }
        }
    }
}
