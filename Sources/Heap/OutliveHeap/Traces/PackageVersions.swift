internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The pinned versions of fetched packages, read from `Package.resolved`.
enum PackageVersions {
    private struct Pins: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { var version: String? }
            var identity: String
            var state: State
        }
        var pins: [Pin]
    }

    /// Returns the pinned version of a package, or `nil` if the pins cannot be read.
    ///
    /// - Parameters:
    ///   - name: The folder name of the package's checkout.
    ///   - checkouts: The path of the folder of all checkouts, with a trailing slash: `.../.build/checkouts/`.
    static func version(of name: String, checkouts: String) -> String? {
        // `Package.resolved` is beside `.build`.
        let package = checkouts.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let file = package.joined(separator: "/") + "/Package.resolved"
        guard let data = try? Data(contentsOf: URL(filePath: file)),
            let pins = try? CheckedJSON(data).decode(Pins.self)
        else { return nil }
        return pins.pins.first { $0.identity == name.lowercased() }?.state.version
    }
}
