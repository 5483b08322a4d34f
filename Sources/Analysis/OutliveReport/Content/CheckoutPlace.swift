internal import OutliveModel

struct CheckoutPlace: Hashable {
    var path: String
    var line: Int
}

extension CheckoutPlace {
    /// Finds a line of the source, or returns `nil` if it lies outside of the checkout at `root`.
    init?(_ location: SourceLine?, in root: String) {
        guard let location, let path = relative(location.file, to: root) else { return nil }
        self.init(path: path, line: location.line)
    }
}

extension Finding {
    /// Returns the place in the checkout of the site, or else of its nearest caller, or `nil` if neither lies in it.
    ///
    /// A site names the module and the file but no folder. A function on the stack in the same file has it.
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

extension Cause {
    /// Returns the place of the suspect reference in the checkout, or else of the registration or allocation.
    func place(in root: String) -> CheckoutPlace? {
        CheckoutPlace(culprit?.location, in: root) ?? findings.lazy.compactMap { $0.place(in: root) }.first
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
