internal import OutliveModel
internal import OutliveSupport

/// A dependency in `Package.resolved`.
struct PackagePin: Hashable, Sendable {
    private static let longestFile = 1 << 24
    let identity: String
    let location: String
    /// The version in use, or `nil` for a branch or revision.
    let version: String?

    private struct Resolved: Decodable {
        struct Pin: Decodable {
            struct State: Decodable {
                let version: String?
            }
            let identity: String
            let location: String
            let state: State
        }
        let pins: [Pin]
    }

    /// Reads the pin of a dependency.
    ///
    /// - Parameters:
    ///   - name: The identity, in any letter case.
    ///   - folder: The folder of the package.
    /// - Throws: `Failure` if there is no such file or dependency.
    init(_ name: String, in folder: String) throws(Failure) {
        let path = folder + "/Package.resolved"
        let pins: [Resolved.Pin]
        do {
            let file = try RegularFile(path: path)
            guard file.size <= Self.longestFile else { throw SystemError("\(path) is too long") }
            pins = try CheckedJSON(try file.bytes(at: 0, upTo: file.size)).decode(Resolved.self).pins
        } catch {
            let reason = "\(error)".onOneLine(upTo: 200)
            throw Failure(.harness, "\(path) cannot be used: \(reason); run swift package resolve")
        }
        guard let pin = pins.first(where: { $0.identity.lowercased() == name.lowercased() }) else {
            let names = pins.map(\.identity).sorted().joined(separator: ", ")
            throw Failure(.harness, "\(path) has no dependency '\(name)': there are \(names)".onOneLine(upTo: 400))
        }
        guard !pin.identity.contains("/"), !pin.identity.hasPrefix("-"), !pin.location.hasPrefix("-") else {
            throw Failure(.harness, "\(path) has a dependency with an unusable name")
        }
        (identity, location, version) = (pin.identity, pin.location, pin.state.version)
    }
}

/// A semantic version; see https://semver.org.
struct PackageVersion: Hashable, Sendable, Comparable {
    let text: String
    private let numbers: [Int]
    private let prerelease: [Substring]

    /// Parses `1.2.3` or `1.2.3-beta.1`, with or without a leading `v`. Build metadata does not count.
    init?(_ text: some StringProtocol) {
        let digits = text.hasPrefix("v") ? Substring(text.dropFirst()) : Substring(text)
        let form = /(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([0-9A-Za-z.-]+))?(?:\+.*)?/
        guard let match = digits.wholeMatch(of: form) else { return nil }
        self.text = String(digits)
        numbers = [Int(match.1)!, Int(match.2)!, match.3.flatMap { Int($0) } ?? 0]
        prerelease = match.4?.split(separator: ".") ?? []
    }

    static func < (one: PackageVersion, other: PackageVersion) -> Bool {
        guard one.numbers == other.numbers else { return one.numbers.lexicographicallyPrecedes(other.numbers) }
        // A version precedes none of its prereleases.
        guard !one.prerelease.isEmpty, !other.prerelease.isEmpty else {
            return !one.prerelease.isEmpty && other.prerelease.isEmpty
        }
        for (left, right) in zip(one.prerelease, other.prerelease) where left != right {
            switch (Int(left), Int(right)) {
            case (let left?, let right?): return left < right
            case (.some, nil): return true
            case (nil, .some): return false
            case (nil, nil): return left < right
            }
        }
        return one.prerelease.count < other.prerelease.count
    }

    /// Returns the versions after one up to another, ascending. Prereleases are left out, unless one is asked for.
    ///
    /// - Throws: `Failure` if a version is missing among the tags, or none comes after the first.
    static func range(
        after good: String, upTo bad: String, among tags: [String], of package: String
    ) throws(Failure) -> [PackageVersion] {
        let all = Set(tags.compactMap { PackageVersion($0) }).sorted()
        func version(_ text: String) throws(Failure) -> PackageVersion {
            guard let wanted = PackageVersion(text), let found = all.first(where: { $0.isSame(as: wanted) }) else {
                throw Failure(.harness, "\(package) has no version '\(text)': git ls-remote --tags lists them")
            }
            return found
        }
        let (first, last) = (try version(good), try version(bad))
        let found = all.filter { first < $0 && ($0 < last || $0 == last) && ($0.prerelease.isEmpty || $0 == last) }
        guard !found.isEmpty else {
            throw Failure(.harness, "no version of \(package) comes after \(good) up to \(bad): give an earlier --good")
        }
        return found
    }

    private func isSame(as other: PackageVersion) -> Bool { !(self < other) && !(other < self) }
}
