internal import OutliveModel

/// One thing that somebody has to look at.
struct SARIFResult: Encodable {
    /// What it means that there is a result.
    enum Kind: String, Encodable {
        /// Something is wrong.
        case fail
        /// Nothing is; it is told nevertheless.
        case informational
    }

    var ruleId: String
    var ruleIndex: Int
    var kind = Kind.fail
    var level: SARIFLevel
    var message: SARIFMessage
    /// Never empty, and the first one always has a file: see `SARIFReporter`.
    var locations: [SARIFLocation]
    var relatedLocations: [SARIFLocation]?
    var stacks: [SARIFStack]?
    var partialFingerprints: Fingerprints
    var suppressions: [SARIFSuppression]?
    var properties: SARIFFindingProperties?

    /// What tells a result from others, in every run.
    struct Fingerprints: Encodable {
        /// Ours.
        var outlive: String
        /// The one that GitHub goes by, ours as well: it would otherwise be made of the text of the line, which is no
        /// better for leaks, and the same for all results that have no line of their own.
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

/// Why a result is not to be complained of.
struct SARIFSuppression: Encodable {
    /// Where that is said.
    enum Kind: String, Encodable {
        /// In the source, beside what is registered.
        case inSource
        /// In a list.
        case external
    }

    var kind: Kind
    let status = "accepted"
    var justification: String
}

/// What is known of a finding, for machines.
struct SARIFFindingProperties: Encodable {
    var tier: Tier
    var verdict: Verdict
    var type: String
    /// Distinct objects alive at the end.
    var objects: Int
    /// Those of ended generations after each cycle, warm-up first.
    var live: [Int]
    var warmup: Int
    var bytes: Int?
    var retainedBytes: Int?
    /// What the fix frees with every cycle.
    var bytesPerCycle: Int?
    /// Every way that some of them are held, in a line.
    var traces: [String]?
    /// What else leaks by the cause, a line for each type and site.
    var leaksWithIt: [String]?
    /// The runs of a merged report that it was made in.
    var occurrences: [Occurrence]?
}
