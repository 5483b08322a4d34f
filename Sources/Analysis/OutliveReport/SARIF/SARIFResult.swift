internal import OutliveModel

/// A result that needs attention.
struct SARIFResult: Encodable {
    /// The meaning of a result.
    enum Kind: String, Encodable {
        /// A problem.
        case fail
        /// Information that is no problem.
        case informational
    }

    var ruleId: String
    var ruleIndex: Int
    var kind = Kind.fail
    var level: SARIFLevel
    var message: SARIFMessage
    /// The locations, of which the first always has a file: see `SARIFReporter`.
    var locations: [SARIFLocation]
    var relatedLocations: [SARIFLocation]?
    var stacks: [SARIFStack]?
    var partialFingerprints: Fingerprints
    var suppressions: [SARIFSuppression]?
    var properties: SARIFFindingProperties?

    /// The identity of a result across runs.
    struct Fingerprints: Encodable {
        /// The fingerprint of Outlive.
        var outlive: String
        /// The fingerprint that GitHub compares, which is the same. GitHub's own default is derived from the text of
        /// the line, which suits leaks less and is the same for all results without a line of their own.
        var primaryLocationLineHash: String

        enum CodingKeys: String, CodingKey {
            case outlive = "outliveFingerprint/v1"
            case primaryLocationLineHash
        }

        init(_ fingerprint: String) { (outlive, primaryLocationLineHash) = (fingerprint, fingerprint) }
    }

    init(
        _ rule: SARIFRule, level: SARIFLevel, message: SARIFMessage, location: SARIFLocation, fingerprint: String
    ) {
        ruleId = rule.id
        ruleIndex = rule.index
        self.level = level
        self.message = message
        locations = [location]
        partialFingerprints = Fingerprints(fingerprint)
    }
}

/// The reason why a result is accepted.
struct SARIFSuppression: Encodable {
    /// The place of the acceptance.
    enum Kind: String, Encodable {
        /// The source, at the registration.
        case inSource
        /// A list of known leaks.
        case external
    }

    var kind: Kind
    let status = "accepted"
    var justification: String
}

/// The measurements of a finding, for programs.
struct SARIFFindingProperties: Encodable {
    var tier: Tier
    var verdict: Verdict
    var type: String
    /// The number of distinct objects alive at the end.
    var objects: Int
    /// The live objects of ended generations after each cycle, warm-up first.
    var live: [Int]
    var warmup: Int
    var bytes: Int?
    var retainedBytes: Int?
    /// The bytes that a fix frees with each cycle.
    var bytesPerCycle: Int?
    /// The leak traces, one per line.
    var traces: [String]?
    /// The types that leak by the same cause, a line for each type and site.
    var leaksWithIt: [String]?
    /// The merged runs with the finding.
    var occurrences: [Occurrence]?
}
