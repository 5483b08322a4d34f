/// What a readable name of a function says of it that the compiler added: what it forwards to, and of whose closure.
struct ForwarderName {
    private static let forwarder = "partial apply forwarder for "

    /// Whether a name is that of a partial apply forwarder, which has no line itself.
    static func isForwarder(_ name: String) -> Bool { name.hasPrefix(forwarder) }

    /// The name as the source has it, whatever the compiler made of the function: forwarders, specialised and merged ones
    /// all have that of the one that they are of.
    static func plain(_ name: String) -> String {
        var rest = Substring(name)
        if let suffix = rest.firstRange(of: " with unmangled suffix ") { rest = rest[..<suffix.lowerBound] }
        while let shorter = withoutFirstMark(rest) { rest = shorter }
        return String(rest)
    }

    /// The name without what comes before the function itself; nil where nothing does.
    private static func withoutFirstMark(_ name: Substring) -> Substring? {
        for mark in [forwarder, "merged ", "specialized "] where name.hasPrefix(mark) {
            return name.dropFirst(mark.count)
        }
        // With what it is special for between angle brackets, in which there may be others, and arrows.
        for mark in [
            "generic specialization <", "generic not re-abstracted specialization <",
            "function signature specialization <",
        ] where name.hasPrefix(mark) {
            var (depth, previous) = (0, Character(" "))
            for index in name.indices {
                if name[index] == "<" { depth += 1 }
                if name[index] == ">", previous != "-" { depth -= 1 }
                previous = name[index]
                if depth == 0, previous == ">" {
                    let rest = name[name.index(after: index)...]
                    return rest.hasPrefix(" of ") ? rest.dropFirst(4) : nil
                }
            }
        }
        return nil
    }

    /// The mangled name of the function that a closure is in, from the mangled name of the closure, which begins with
    /// it.
    ///
    /// - Parameters:
    ///   - closure: The mangled name.
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
