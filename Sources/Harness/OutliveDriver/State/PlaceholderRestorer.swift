internal import OutliveSupport

/// A replacement of the values of one start by their placeholders, so that the texts of two starts can be compared.
struct PlaceholderRestorer: Sendable {
    let port: UInt16?
    private let processID: pid_t
    private let token: String?
    /// The private directories, the longest first, because a path may be a prefix of another.
    private let directories: [(path: String, name: String)]

    /// Creates a restorer for the values of one start; `port` and `token` are `nil` if the application has none.
    init(port: UInt16?, directory: String, watchDirectory: String, processID: pid_t, token: BearerToken? = nil) {
        self.port = port
        self.token = token?.text
        self.processID = processID
        // The kernel shows paths without symbolic links, but the process may keep the path as given.
        directories = [(directory, Placeholders.directoryName), (watchDirectory, "{outlive}")]
            .flatMap { path, name in Set([path, realPath(path) ?? path]).map { ($0, name) } }
            .sorted { ($0.path.utf8.count, $0.path) > ($1.path.utf8.count, $1.path) }
    }

    /// Returns a path, address or value with all placeholders.
    func text(_ text: String) -> String {
        // A path may contain the process ID, which must not match inside a placeholder.
        var text = text
        // First, because a random token may contain any of the other values.
        if let token { text = text.replacing(token, with: "{token}") { _, _ in true } }
        for (path, name) in directories {
            text = text.replacing(path, with: name) { before, after in !(after.map(\.isWordOrDash) ?? false) }
        }
        return self.name(text).replacing("\(processID)", with: "{pid}", where: isWholeNumber)
    }

    /// Returns the name of a thread or process with its port replaced; other numbers are often running numbers.
    func name(_ text: String) -> String {
        guard let port else { return text }
        return text.replacing("\(port)", with: Placeholders.portName) { before, after in
            !(before.last.map(\.isDigit) ?? false) && !(after.map(\.isDigit) ?? false)
        }
    }
}

/// Returns `true` if a number is neither part of a word nor of a version such as `libc.so.6` or `python3.12`.
private func isWholeNumber(before: Substring.UTF8View, after: UInt8?) -> Bool {
    guard let last = before.last else { return !(after.map(\.isWord) ?? false) }
    if last.isWord || after.map(\.isWord) ?? false { return false }
    guard last == UInt8(ascii: ".") else { return true }
    let stem = before.dropLast()
    return !(stem.last.map(\.isDigit) ?? false) && !stem.suffix(3).elementsEqual(".so".utf8)
}

extension String {
    /// Returns the text with the permitted occurrences of a target replaced.
    ///
    /// - Parameter allowed: receives the text before an occurrence and the byte after it.
    fileprivate func replacing(
        _ target: String, with replacement: String, where allowed: (Substring.UTF8View, UInt8?) -> Bool
    ) -> String {
        guard utf8.count >= target.utf8.count, let first = target.utf8.first else { return self }
        var result = ""
        var copied = startIndex
        var index = startIndex
        while let found = utf8[index...].firstIndex(of: first) {
            let rest = utf8[found...]
            if rest.starts(with: target.utf8) {
                let end = utf8.index(found, offsetBy: target.utf8.count)
                if allowed(self[..<found].utf8, end < endIndex ? utf8[end] : nil) {
                    result += self[copied..<found] + replacement
                    (copied, index) = (end, end)
                    continue
                }
            }
            index = utf8.index(after: found)
        }
        return copied == startIndex ? self : result + self[copied...]
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isWord: Bool {
        isDigit || self == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isWordOrDash: Bool { isWord || self == UInt8(ascii: "-") }
}
