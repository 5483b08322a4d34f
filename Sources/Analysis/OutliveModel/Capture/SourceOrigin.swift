/// The origin of source code, judged by the path of its file.
package enum SourceOrigin: Hashable, Sendable {
    /// The program's author wrote the code or keeps it beside the program.
    case program
    /// A package manager fetched the code.
    case dependency
    /// The path is missing or does not identify the origin.
    case unknown

    /// Classifies the path of a function's file.
    ///
    /// - Parameter module: the path of the executable or library that contains the function. A build folder lies beside
    ///   the folder of fetched packages.
    package init(_ symbol: Symbol, builtInto module: String) {
        guard let file = symbol.file, let line = symbol.line, line > 0, !file.isEmpty, !file.hasPrefix("<") else {
            self = .unknown
            return
        }
        if Self.folders.contains(where: { file.contains("/\($0)") || file.hasPrefix($0) }) {
            self = .dependency
        } else if let place = file.ranges(of: "/checkouts/").last {
            // The checkout belongs to a build in another folder, or the program itself lies in a folder of that name.
            let isInside = module.hasPrefix(file[..<place.upperBound])
            let isBeside = module.hasPrefix(file[...place.lowerBound])
            self = isInside ? .program : isBeside ? .dependency : .unknown
        } else {
            self = .program
        }
    }

    private static let folders = [".build/checkouts/", "SourcePackages/checkouts/"]
}
