package import OutliveModel

/// An output format of lists, such as a census or a diagnosis, by its name on the command line.
package enum ListingFormat: String, CaseIterable, Sendable {
    case text
    /// The complete report as JSON, each stack once.
    case json

    /// Returns a census report in this format.
    ///
    /// - Parameter isBrief: `true` if text lists only the largest types of each process.
    package func bytes(
        for report: CensusReport, style: TextStyle = TextStyle(), isBrief: Bool = true
    ) throws -> [UInt8] {
        try bytes(json: report, style) { $0.write(report, isBrief: isBrief) }
    }

    /// Returns a memory report in this format.
    ///
    /// - Parameter isBrief: `true` if text lists only the largest items of each part.
    package func bytes(
        for report: MemoryReport, style: TextStyle = TextStyle(), isBrief: Bool = true
    ) throws -> [UInt8] {
        try bytes(json: report, style) { $0.write(report, isBrief: isBrief) }
    }

    /// Returns a snapshot report in this format.
    package func bytes(for report: SnapshotReport, style: TextStyle = TextStyle(), limit: Int? = 20) throws -> [UInt8] {
        try bytes(
            json: JSONDocument(
                value: report,
                causes: report.traces == nil ? nil : report.causes.map { CauseDocument(cause: $0, isOfRun: false) }),
            style
        ) { $0.write(report, limit: limit ?? .max) }
    }

    /// Returns the document of a value, or the text that a function writes.
    func bytes<Value: Encodable>(
        json document: @autoclosure () -> Value, _ style: TextStyle, text write: (inout TextPage) -> Void
    ) throws -> [UInt8] {
        switch self {
        case .text: TextPage.bytes(style, write)
        case .json: try jsonDocument(document())
        }
    }
}

/// An output format of a heap that is read with its graph, by its name on the command line.
package enum HeapFormat: Hashable, Sendable {
    case listing(ListingFormat)
    /// The explorer, a page for a browser: `HeapExplorer`.
    case html

    package static let all = ListingFormat.allCases.map(Self.listing) + [.html]

    package var name: String {
        switch self {
        case .listing(let format): format.rawValue
        case .html: "html"
        }
    }
}

extension TextPage {
    mutating func writeBesides(_ parts: [String], isIncomplete: Bool, reason: HeapCensus.Reason) {
        paragraph(parts.joined(separator: "; "), indent: 2, hanging: 2, ink: .faint)
        if isIncomplete {
            let cause =
                reason.isFromOutside
                ? "a part of the memory was not readable" : "the tables of the heap tier were full"
            paragraph("\(cause): objects are missing", indent: 2, ink: .warning)
        }
    }
}

/// Returns the deinitialised objects and the raw blocks of a heap, each in a few words.
func besidesLiveObjects(_ deinitialised: Int, _ rawBlocks: Int, _ rawBytes: Int) -> [String] {
    let objects = "\(counted(deinitialised, "object")) deinitialised and kept by unowned references"
    return (deinitialised > 0 ? [objects] : []) + ["\(counted(rawBlocks, "other block")), \(bytesText(rawBytes))"]
}
