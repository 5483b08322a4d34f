internal import OutliveSupport

/// Parsing of demangled names of functions that the compiler generated from others: forwarders and specialisations.
struct ForwarderName {
    private static let forwarder = "partial apply forwarder for "

    /// Returns `true` if a name is that of a partial apply forwarder, which has no line of its own.
    static func isForwarder(_ name: String) -> Bool { name.hasPrefix(forwarder) }

    /// Returns the name of the function in the source, without marks of forwarding, specialisation and merging.
    static func plain(_ name: String) -> String {
        var rest = Substring(name)
        if let suffix = rest.firstRange(of: " with unmangled suffix ") { rest = rest[..<suffix.lowerBound] }
        while let shorter = withoutFirstMark(rest) { rest = shorter }
        return String(rest)
    }

    /// Returns the name without its first mark, or `nil` if it has none.
    private static func withoutFirstMark(_ name: Substring) -> Substring? {
        for mark in [forwarder, "merged ", "specialized "] where name.hasPrefix(mark) {
            return name.dropFirst(mark.count)
        }
        let marks = [
            "generic specialization <", "generic not re-abstracted specialization <",
            "function signature specialization <",
        ]
        guard marks.contains(where: name.hasPrefix) else { return nil }
        // The specialisation is in angle brackets, which can contain further brackets and arrows.
        let pieces = BracketedText(name).split(at: " of ")
        guard pieces.count > 1, pieces[0].hasSuffix(">") else { return nil }
        return Substring(name.utf8.dropFirst(pieces[0].utf8.count + " of ".utf8.count))
    }

    /// Returns the mangled name of the function that encloses a closure, which is a prefix of the closure's mangled
    /// name.
    ///
    /// - Parameters:
    ///   - closure: The mangled name of the closure.
    ///   - name: The plain name of the closure: `closure #1 () -> () in App.Screen.configure() -> ()`.
    static func enclosing(ofClosure closure: String, named name: String) -> String? {
        var prefix = closure.dropLast()
        while prefix.count > 3 {
            let readable = demangled(String(prefix))
            if readable != prefix, name.hasSuffix(" in " + readable) { return String(prefix) }
            prefix = prefix.dropLast()
        }
        return nil
    }
}

extension Substring {
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
