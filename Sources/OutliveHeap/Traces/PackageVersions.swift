internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The versions of fetched packages, as the package manager pinned them beside their checkouts.
enum PackageVersions {
    private struct Pins: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { var version: String? }
            var identity: String
            var state: State
        }
        var pins: [Pin]
    }

    /// The pinned version of a package; nil where the pins cannot be read.
    ///
    /// - Parameters:
    ///   - name: the folder of the package's checkout.
    ///   - checkouts: the folder of all checkouts, with a slash at its end: `.../.build/checkouts/`.
    static func version(of name: String, checkouts: String) -> String? {
        // `.build/checkouts/` lies beside `Package.resolved`.
        let package = checkouts.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let file = package.joined(separator: "/") + "/Package.resolved"
        guard let data = try? Data(contentsOf: URL(filePath: file)),
            let pins = try? CheckedJSON(data).decode(Pins.self)
        else { return nil }
        return pins.pins.first { $0.identity == name.lowercased() }?.state.version
    }
}
