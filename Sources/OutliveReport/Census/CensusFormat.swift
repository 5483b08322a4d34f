public import OutliveModel

/// A format that a census or a snapshot can be reported in, by the name that people ask for it.
public enum CensusFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For machines: everything, each stack once.
    case json

    /// The report in this format.
    ///
    /// - Parameters:
    ///   - report: what was found, its stacks symbolicated as far as they are to be named.
    ///   - style: what the terminal or file can show.
    ///   - types: how many types of each process text lists; nil for all.
    /// - Throws: an error of the encoder when a value cannot be expressed in the format.
    public func bytes(
        for report: CensusReport, style: TextStyle = TextStyle(), types: CensusTypeLimit? = .standard
    ) throws -> [UInt8] {
        switch self {
        case .text: CensusTextReporter(style: style, types: types).bytes(for: report)
        case .json: try jsonDocument(report)
        }
    }
}

extension CensusFormat {
    /// The report of a snapshot in this format.
    ///
    /// - Parameters:
    ///   - report: what was found, its stacks symbolicated as far as they are to be named.
    ///   - style: what the terminal or file can show.
    ///   - limit: how many types and objects text lists; nil for all.
    /// - Throws: an error of the encoder when a value cannot be expressed in the format.
    public func bytes(
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

/// How many types of each process a text lists, by whose they are.
public struct CensusTypeLimit: Hashable, Sendable {
    /// Types that the program declares.
    public var program: Int
    /// Types of the packages that it uses, as far as they are known to be.
    public var package: Int
    /// Types of the standard library, Foundation and the runtime.
    public var platform: Int
    /// Allocation sites of blocks that are no Swift objects.
    public var raw: Int

    /// What fits on a screen.
    public static let standard = CensusTypeLimit(program: 12, package: 5, platform: 5)

    /// Makes a limit.
    public init(program: Int, package: Int, platform: Int, raw: Int = 5) {
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
