internal import OutliveModel

/// A file, by its path relative to the checkout.
struct SARIFArtifact: Encodable, Hashable {
    /// The name that stands for the checkout's folder; where that is, the reader knows.
    static let base = "%SRCROOT%"
    /// The checkout's folder, which a report does not name.
    static let checkout = SARIFArtifact(description: SARIFMessage(text: "The folder of the checkout."))

    var uri: String?
    var uriBaseId: String?
    var description: SARIFMessage?

    /// The file at a path relative to the checkout.
    init(path: String) {
        uri = percentEncoded(path)
        uriBaseId = Self.base
    }

    private init(description: SARIFMessage) {
        self.description = description
    }
}

/// A line of the source.
struct SARIFPhysicalLocation: Encodable, Hashable {
    var artifactLocation: SARIFArtifact
    var region: Region

    struct Region: Encodable, Hashable {
        var startLine: Int
    }

    init(_ place: CheckoutPlace) {
        artifactLocation = SARIFArtifact(path: place.path)
        region = Region(startLine: max(place.line, 1))
    }
}

/// Something that has a name in the program.
struct SARIFLogicalLocation: Encodable, Hashable {
    var name: String?
    var fullyQualifiedName: String
    var kind: String
}

/// A place: in the source, in the program, or both.
struct SARIFLocation: Encodable, Hashable {
    /// By which a message links to it; among the locations of a result no two have the same.
    var id: Int?
    var physicalLocation: SARIFPhysicalLocation?
    var logicalLocations: [SARIFLogicalLocation]?
    var message: SARIFMessage?
}

/// A stack: what was running when something was registered or allocated, innermost first.
struct SARIFStack: Encodable, Hashable {
    var message: SARIFMessage?
    var frames: [Frame]

    struct Frame: Encodable, Hashable {
        var location: SARIFLocation
        var module: String?
    }
}

/// A path as a relative reference: what has no place in one is escaped, a colon too, which would make a scheme.
private func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/+@,=()!$&'*;".utf8)
    let bytes = path.utf8.flatMap { byte -> [UInt8] in
        plain.contains(byte)
            ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
}
