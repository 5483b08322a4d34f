internal import Foundation

/// An allocator other than the C library's, from a package of the system.
package enum OtherAllocator: String, CaseIterable, Sendable {
    case jemalloc = "libjemalloc.so."
    case mimalloc = "libmimalloc.so."
    case tcmalloc = "libtcmalloc_minimal.so."

    /// The path of its library, or `nil` if it is not installed.
    package var path: String? {
        let folders = [
            "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib",
        ]
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            if let name = names.sorted().first(where: { $0.hasPrefix(rawValue) }) {
                return "\(folder)/\(name)"
            }
        }
        return nil
    }

    /// Those that are installed.
    package static let installed = allCases.filter { $0.path != nil }
}
