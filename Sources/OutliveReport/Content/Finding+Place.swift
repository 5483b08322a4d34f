internal import OutliveModel

/// A place in a checkout, as code hosts address it.
struct CheckoutPlace: Hashable {
    /// The path relative to the checkout's folder.
    var path: String
    /// The line, counted from 1.
    var line: Int
}

extension Finding {
    /// `72 alive`, `3 blocks`, `storage of 4.6 kB`; in a merged report `144 alive in 2 runs`.
    var amountInWords: String { unit.inWords(count) + runsInWords }

    /// ` in 2 runs`; empty in the report of a single run.
    var runsInWords: String {
        let runs = occurrences.count { $0.objects > 0 }
        return runs > 0 ? " in \(counted(runs, "run"))" : ""
    }

    /// `seen in 2 of 3 runs, 144 objects`; nil in the report of a single run.
    ///
    /// - Parameter runs: how many there are; nil where that is not known.
    func seenInWords(of runs: Int?) -> String? {
        guard !occurrences.isEmpty else { return nil }
        let seen = runs.map { "\(occurrences.count) of \(counted($0, "run"))" } ?? counted(occurrences.count, "run")
        return seen + (count > 0 ? ", \(unit == .objects ? counted(count, "object") : unit.inWords(count))" : "")
    }

    /// `cache: 3 alive, registered at NoteService/SessionStore.swift:88`.
    var brief: String {
        "\(oneLine(key.name))\(count > 0 ? ": \(amountInWords)" : ""), \(tier.made) at \(origin)"
    }

    /// Where it was registered, or in the heap tier allocated.
    var origin: String { oneLine(key.site.description) }

    /// Where in the checkout it was registered, or else was called from; nil where its files lie elsewhere.
    ///
    /// The site names module and file, not the folder: that is known from a function on the stack in the same file.
    ///
    /// - Parameter root: the absolute path of the checkout.
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

/// A path below a folder, relative to it; nil of what lies elsewhere or in a hidden folder, as checked out packages do.
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

/// The names in a path, without those that lead nowhere; a `..` stays only where there is nothing to leave.
private func components(_ path: String) -> [Substring] {
    path.split(separator: "/").reduce(into: []) { parts, name in
        if name == "." { return }
        if name == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(name) }
    }
}
