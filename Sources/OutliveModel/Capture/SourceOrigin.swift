/// Whose source code is, as far as the path of its file tells.
package enum SourceOrigin: Hashable, Sendable {
    /// What the program's author wrote, or has beside it.
    case program
    /// What the package manager fetched.
    case dependency
    /// The path does not tell, or is not known.
    case unknown

    /// Reads the path of a function's file.
    ///
    /// - Parameter module: the path of the executable or library that the function is in: beside the folder of what was
    ///   fetched is the one of what was built.
    package init(_ symbol: Symbol, builtInto module: String) {
        guard let file = symbol.file, let line = symbol.line, line > 0, !file.isEmpty, !file.hasPrefix("<") else {
            self = .unknown
            return
        }
        if Self.folders.contains(where: { file.contains("/\($0)") || file.hasPrefix($0) }) {
            self = .dependency
        } else if let place = file.ranges(of: "/checkouts/").last {
            // Of a build in another folder, or the program itself is in one that happens to be called so.
            let isInside = module.hasPrefix(file[..<place.upperBound])
            let isBeside = module.hasPrefix(file[...place.lowerBound])
            self = isInside ? .program : isBeside ? .dependency : .unknown
        } else {
            self = .program
        }
    }

    private static let folders = [".build/checkouts/", "SourcePackages/checkouts/"]
}
