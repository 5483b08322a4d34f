internal import OutliveModel

extension LibraryGrowth {
    /// `seen with Swift 6.3.1 on Linux`; where the run's version is another one, that is said.
    ///
    /// - Parameter toolchain: the version of Swift of the run, where it is known.
    func seenInWords(toolchain: String?) -> String {
        let seen = "seen with Swift \(toolchains.map(oneLine).joined(separator: ", ")) on \(oneLine(system))"
        guard let toolchain, !toolchains.contains(toolchain) else { return seen }
        return "\(seen), not with \(oneLine(toolchain)), which this is"
    }
}

extension Finding {
    /// Why its growth is nobody's leak, and which versions it was seen with; nil where that is not known.
    ///
    /// - Parameter toolchain: the version of Swift of the run, where it is known.
    func libraryInWords(toolchain: String?) -> String? {
        if let library {
            return
                "\(oneLine(library.reason)) (\(oneLine(library.library)), \(library.seenInWords(toolchain: toolchain)))"
        }
        guard verdict == .expected, case .process(let reason) = key.lifetime else { return nil }
        return oneLine(reason)
    }
}
