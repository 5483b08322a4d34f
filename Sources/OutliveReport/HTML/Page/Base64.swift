#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Bytes as text, after RFC 4648.
enum Base64 {
    /// The text of bytes, on one line.
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
