#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The Base64 encoding of RFC 4648.
enum Base64 {
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
