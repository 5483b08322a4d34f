internal import OutliveModel

/// A place in a checkout, as code hosts address it.
struct CheckoutPlace: Hashable {
    /// The path relative to the root of the checkout.
    var path: String
    /// The line, counted from 1.
    var line: Int
}

extension Finding {
    /// The amount: `72 alive`, `3 blocks`, `storage of 4.6 kB`, or in a merged report `144 alive in 2 runs`.
    var amountInWords: String { unit.inWords(count) + runsInWords }

    /// The number of runs: ` in 2 runs`. Empty in the report of a single run.
    var runsInWords: String {
        let runs = occurrences.count { $0.objects > 0 }
        return runs > 0 ? " in \(counted(runs, "run"))" : ""
    }

    /// Returns the runs with the finding: `2 of 3 runs, 144 objects`, or `nil` in the report of a single run.
    ///
    /// - Parameter runs: The number of merged runs, or `nil` if it is not known.
    func seenInWords(of runs: Int?) -> String? {
        guard !occurrences.isEmpty else { return nil }
        let seen = runs.map { "\(occurrences.count) of \(counted($0, "run"))" } ?? counted(occurrences.count, "run")
        return seen + (count > 0 ? ", \(unit == .objects ? counted(count, "object") : unit.inWords(count))" : "")
    }

    /// The finding in one line: `cache: 3 alive, registered at NoteService/SessionStore.swift:88`.
    var brief: String {
        "\(oneLine(key.name))\(count > 0 ? ": \(amountInWords)" : ""), \(tier.made) at \(origin)"
    }

    /// The site of the registration or, in the heap tier, of the allocation.
    var origin: String { oneLine(key.site.description) }

    /// Returns the place in the checkout of the site, or else of its nearest caller, or `nil` if neither lies in it.
    ///
    /// A site names the module and the file but no folder. A function on the stack in the same file has it.
    ///
    /// - Parameter root: The absolute path of the checkout.
    func place(in root: String) -> CheckoutPlace? {
        let symbols = backtrace.userSymbols
        let file = key.site.fileID.split(separator: "/").last
        let besides = symbols.first { $0.file?.split(separator: "/").last == file }
        if let path = besides?.file.flatMap({ relative($0, to: root) }) {
            return CheckoutPlace(path: path, line: key.site.line)
        }
        return symbols.lazy.compactMap { symbol in
            guard let path = symbol.file.flatMap({ relative($0, to: root) }), let line = symbol.line else { return nil }
            return CheckoutPlace(path: path, line: line)
        }.first
    }
}

/// Returns a path relative to a folder, or `nil` if it is elsewhere or, like checked-out packages, hidden.
func relative(_ path: String, to root: String) -> String? {
    guard printable(path) == path else { return nil }
    var parts = components(path)
    if path.hasPrefix("/") {
        let folder = components(root)
        guard root.hasPrefix("/"), parts.starts(with: folder) else { return nil }
        parts.removeFirst(folder.count)
    }
    guard !parts.isEmpty, !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
    return parts.joined(separator: "/")
}

/// Returns the components of a path without `.` and without each `..` that has a component to remove.
private func components(_ path: String) -> [Substring] {
    path.split(separator: "/").reduce(into: []) { parts, name in
        if name == "." { return }
        if name == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(name) }
    }
}
