package import OutliveModel

/// An output format of a census or a snapshot, by its name on the command line.
package enum CensusFormat: String, CaseIterable, Sendable {
    /// Text for a terminal.
    case text
    /// The complete report as JSON, each stack once.
    case json

    /// Returns a census report in this format.
    ///
    /// - Parameters:
    ///   - report: The report, with symbolicated stacks where names are wanted.
    ///   - style: The width and character set of the output.
    ///   - types: The number of types that text lists for each process, or `nil` for all.
    /// - Throws: An error of the encoder if the format cannot express a value.
    package func bytes(
        for report: CensusReport, style: TextStyle = TextStyle(), types: CensusTypeLimit? = .standard
    ) throws -> [UInt8] {
        switch self {
        case .text: CensusTextReporter(style: style, types: types).bytes(for: report)
        case .json: try jsonDocument(report)
        }
    }
}

extension CensusFormat {
    /// Returns a snapshot report in this format.
    ///
    /// - Parameters:
    ///   - report: The report, with symbolicated stacks where names are wanted.
    ///   - style: The width and character set of the output.
    ///   - limit: The number of types and objects that text lists, or `nil` for all.
    /// - Throws: An error of the encoder if the format cannot express a value.
    package func bytes(
        for report: SnapshotReport, style: TextStyle = TextStyle(), limit: Int? = 20
    ) throws -> [UInt8] {
        switch self {
        case .text: SnapshotTextReporter(style: style, limit: limit).bytes(for: report)
        case .json:
            try jsonDocument(
                WithCauses(
                    value: report,
                    causes: report.traces == nil ? nil : report.causes.map { CauseDocument($0, isOfRun: false) }))
        }
    }
}

/// The number of types that a text lists for each process, by origin.
package struct CensusTypeLimit: Hashable, Sendable {
    /// The limit for types that the program declares.
    package var program: Int
    /// The limit for types of packages that the program uses.
    package var package: Int
    /// The limit for types of the standard library, Foundation and the runtime.
    package var platform: Int
    /// The limit for allocation sites of blocks that are not Swift objects.
    package var raw: Int

    /// A limit that fits on a screen.
    package static let standard = CensusTypeLimit(program: 12, package: 5, platform: 5)

    /// Creates a limit.
    package init(program: Int, package: Int, platform: Int, raw: Int = 5) {
        self.program = program
        self.package = package
        self.platform = platform
        self.raw = raw
    }

    func of(_ origin: TypeOrigin) -> Int {
        switch origin {
        case .program: program
        case .package: package
        case .platform: platform
        case .raw: raw
        }
    }
}
