public import OutliveModel

/// A format that a census can be reported in, by the name that people ask for it.
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
        case .json: try CensusJSONReporter().bytes(for: report)
        }
    }
}

/// How many types of each process a text lists.
public struct CensusTypeLimit: Hashable, Sendable {
    /// Types that the program declares, with those of the packages that it uses.
    public var own: Int
    /// Types of the standard library, Foundation and the runtime.
    public var platform: Int

    /// What fits on a screen.
    public static let standard = CensusTypeLimit(own: 15, platform: 5)

    /// Makes a limit.
    public init(own: Int, platform: Int) {
        self.own = own
        self.platform = platform
    }
}
