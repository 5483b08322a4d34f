internal import OutliveModel
internal import OutliveSupport

/// A package fetched by the package manager, identified by one of its functions.
struct FetchedPackage: CustomStringConvertible {
    /// The name of its folder among the checkouts.
    let name: String
    /// The folder of all checkouts, with a trailing slash: `.../.build/checkouts/`.
    private let checkouts: String
    let symbol: Symbol

    /// Creates the package of a function's source file, or returns `nil` if that is in no fetched package.
    init?(_ symbol: Symbol) {
        guard let file = symbol.file, let folder = file.firstRange(of: "/checkouts/") else { return nil }
        name = String(file[folder.upperBound...].prefix { $0 != "/" })
        checkouts = String(file[..<folder.upperBound])
        self.symbol = symbol
    }

    /// The name, with the version if the pins contain it. Reads a file.
    var description: String { version.map { "\(name) \($0)" } ?? name }

    private struct Pins: Decodable {
        struct Pin: Decodable {
            struct State: Decodable { var version: String? }
            var identity: String
            var state: State
        }
        var pins: [Pin]
    }

    /// The maximum size of the pins in bytes; a hundred packages' have some ten thousand.
    private static let largestFile = 1 << 22

    /// The pinned version, or `nil` if the pins cannot be read.
    var version: String? {
        // `Package.resolved` is beside `.build`.
        let package = checkouts.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let file = package.joined(separator: "/") + "/Package.resolved"
        // The debug information of a program names the path, which may lead to a pipe or a device.
        guard let resolved = try? RegularFile(path: file), resolved.size <= Self.largestFile,
            let bytes = try? resolved.bytes(at: 0, upTo: resolved.size),
            let pins = try? CheckedJSON(bytes).decode(Pins.self)
        else { return nil }
        return pins.pins.first { $0.identity == name.lowercased() }?.state.version
    }
}
