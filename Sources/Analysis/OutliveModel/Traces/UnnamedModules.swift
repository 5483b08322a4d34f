internal import OutliveSupport

/// Programs and libraries whose functions cannot be named, because their files are missing or were rebuilt.
package struct UnnamedModules: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The file has another build ID.
        case rebuilt
        /// There is no file.
        case missing
    }

    /// The event after which the files must not change.
    package enum Moment: Sendable {
        case run, snapshot
    }

    /// The most modules that a note names.
    private static let named = 3

    private var paths: [String] = []
    private var reasons: [String: Reason] = [:]

    package init() {}

    /// Adds a module after all others, unless it was added before.
    package mutating func add(_ path: String, _ reason: Reason) {
        guard reasons[path] == nil else { return }
        paths.append(path)
        reasons[path] = reason
    }

    package mutating func add(_ others: UnnamedModules) {
        for path in others.paths { add(path, others.reasons[path] ?? .missing) }
    }

    /// Returns the modules with their reason and what to do, or `nil` if there are none.
    ///
    /// For example `no function names of /srv/app: it was rebuilt since the snapshot; keep the program as it was, or ...`.
    package func note(since moment: Moment) -> String? {
        guard !paths.isEmpty else { return nil }
        let shown = paths.prefix(Self.named).map { $0.onOneLine(upTo: 200) }
        let others = paths.count - shown.count
        let names = shown.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        let isOne = paths.count == 1
        let rebuilt = "\(isOne ? "it was" : "they were") rebuilt since the \(moment)"
        let missing = isOne ? "it is missing" : "they are missing"
        let all = Set(reasons.values)
        let reason = all.count > 1 ? "\(rebuilt), or are missing" : all.contains(.rebuilt) ? rebuilt : missing
        let remedy =
            switch moment {
            case .run: "keep the program as it was until its report is made"
            case .snapshot: "keep the program as it was, or name a folder with a copy at the same path by --sysroot"
            }
        return "no function names of \(names): \(reason); \(remedy)"
    }
}
