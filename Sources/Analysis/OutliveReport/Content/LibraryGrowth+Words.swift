internal import OutliveModel

extension LibraryGrowth {
    /// Returns the versions that the growth was seen with: `seen with Swift 6.3.1 on Linux`.
    ///
    /// - Parameter toolchain: The version of Swift of the run, if known. The text mentions it if the growth was not
    ///   seen with it.
    func seenInWords(toolchain: String?) -> String {
        let seen = "seen with Swift \(toolchains.map(oneLine).joined(separator: ", ")) on \(oneLine(system))"
        guard let toolchain, !toolchains.contains(toolchain) else { return seen }
        return "\(seen), not with \(oneLine(toolchain)) of this run"
    }
}

extension Finding {
    /// Returns the reason why the growth is by design, and the versions it was seen with, or `nil` if it is not known.
    ///
    /// - Parameter toolchain: The version of Swift of the run, if known.
    func libraryInWords(toolchain: String?) -> String? {
        if let library {
            return
                "\(oneLine(library.reason)) (\(oneLine(library.library)), \(library.seenInWords(toolchain: toolchain)))"
        }
        guard verdict == .expected, case .process(let reason) = key.lifetime else { return nil }
        return oneLine(reason)
    }
}
