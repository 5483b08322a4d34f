internal import OutliveModel

/// A file, by its path relative to the checkout.
struct SARIFArtifact: Encodable, Hashable {
    /// The symbolic name of the checkout's folder, which the reader of the file resolves.
    static let base = "%SRCROOT%"
    /// The checkout's folder, without its path.
    static let checkout = SARIFArtifact(description: SARIFMessage(text: "The folder of the checkout."))

    var uri: String?
    var uriBaseId: String?
    var description: SARIFMessage?

    /// Creates the file at a path relative to the checkout.
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

/// A named part of the program.
struct SARIFLogicalLocation: Encodable, Hashable {
    var name: String?
    var fullyQualifiedName: String
    var kind: String
}

/// A place in the source, in the program, or in both.
struct SARIFLocation: Encodable, Hashable {
    /// The target of links in a message, unique among the locations of a result.
    var id: Int?
    var physicalLocation: SARIFPhysicalLocation?
    var logicalLocations: [SARIFLogicalLocation]?
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
