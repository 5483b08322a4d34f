import CDigest
import Foundation

struct Rejected: Error {}

/// Checksums by a C library.
struct Checksums: Sendable {
    let freesTexts: Bool
    let closesRejected: Bool

    func checksum(of name: String) throws -> String {
        do {
            return try text(of: name, strict: true)
        } catch {
            return try text(of: name, strict: false)
        }
    }

    private func text(of name: String, strict: Bool) throws -> String {
        let digest = digest_open("djb2")  // TRUE CULPRIT of --leak digest: not closed when the name is rejected
        let bytes = Array(name.utf8)
        digest_update(digest, bytes, bytes.count)
        guard !strict || bytes.count > 200 else {
            if closesRejected { digest_close(digest) }
            throw Rejected()
        }
        defer { digest_close(digest) }
        guard let described = digest_describe(digest) else { throw Rejected() }  // TRUE CULPRIT of --leak describe
        defer { if freesTexts { free(described) } }
        return String(cString: described)
    }
}
