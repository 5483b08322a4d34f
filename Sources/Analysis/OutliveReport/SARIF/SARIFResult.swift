internal import OutliveModel

struct SARIFResult: Encodable {
    enum Kind: String, Encodable {
        case fail
        /// Information that is no problem.
        case informational
    }

    var ruleId: String
    var ruleIndex: Int
    var kind = Kind.fail
    var level: SARIFLevel
    var message: SARIFMessage
    /// The locations. The first always has a file: see `ReportFormat.sarif`.
    var locations: [SARIFLocation]
    var relatedLocations: [SARIFLocation]?
    var stacks: [SARIFStack]?
    var codeFlows: [SARIFCodeFlow]?
    /// The identity of the result across runs.
    var partialFingerprints: [String: String]
    /// The kind of each suppression, its status and its justification.
    var suppressions: [[String: String]]?
    var properties: SARIFFindingProperties?

    /// The key of the fingerprint that GitHub compares, which is Outlive's own. GitHub's default is derived from the text of
    /// the line, which suits leaks less and is the same for all results without a line of their own.
    static let hostFingerprint = "primaryLocationLineHash"

    init(
        _ rule: SARIFRule, level: SARIFLevel, message: SARIFMessage, location: SARIFLocation, fingerprint: String
    ) {
        ruleId = rule.id
        ruleIndex = rule.index
        self.level = level
        self.message = message
        locations = [location]
        partialFingerprints = ["outliveFingerprint/v1": fingerprint, Self.hostFingerprint: fingerprint]
    }
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
    /// The bytes of everything that leaks by the cause.
    var bytes: Int?
    /// The bytes that a fix frees with each cycle.
    var bytesPerCycle: Int?
    /// The leak traces, one per line.
    var traces: [String]?
    /// The types that leak by the same cause, a line for each type and site.
    var leaksWithIt: [String]?
    var occurrences: [Occurrence]?
    /// The tests that leave the objects behind, by module and name.
    var tests: [String]?
}

/// A line of a file in the checkout.
struct SARIFPhysicalLocation: Encodable, Hashable {
    /// The symbolic name of the checkout's folder, which the reader of the file resolves.
    static let base = "%SRCROOT%"

    /// The path of the file relative to the checkout.
    var artifactLocation: [String: String]
    var region: [String: Int]

    init(_ place: CheckoutPlace) {
        artifactLocation = ["uri": percentEncoded(place.path), "uriBaseId": Self.base]
        region = ["startLine": max(place.line, 1)]
    }
}

/// A place in the source, in the program, or in both.
struct SARIFLocation: Encodable, Hashable {
    /// The target of links in a message, unique among the locations of a result.
    var id: Int?
    var physicalLocation: SARIFPhysicalLocation?
    /// The names and the kind of each function or type.
    var logicalLocations: [[String: String]]?
    var message: SARIFMessage?

    /// Returns a place in the checkout, or the package manifest, because hosts refuse a result without a file.
    static func at(_ place: CheckoutPlace?) -> SARIFLocation {
        SARIFLocation(physicalLocation: SARIFPhysicalLocation(place ?? CheckoutPlace(path: "Package.swift", line: 1)))
    }
}

/// The stack of a registration or allocation, innermost function first.
struct SARIFStack: Encodable, Hashable {
    var message: SARIFMessage?
    var frames: [Frame]

    struct Frame: Encodable, Hashable {
        var location: SARIFLocation
        var module: String?
    }
}

/// Returns a path as a relative reference, with colons escaped as well, because text before one would be a scheme.
private func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/+@,=()!$&'*;".utf8)
    let bytes = path.utf8.flatMap { byte -> [UInt8] in
        plain.contains(byte)
            ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
}
