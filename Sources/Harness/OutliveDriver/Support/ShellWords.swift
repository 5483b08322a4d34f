internal import FoundationEssentials

/// Splits a command into words as a POSIX shell does, without any other function of a shell.
///
/// Blanks separate words; single quotes keep everything; double quotes keep everything but `\"`, `\\`, `\$`, `` \` ``
/// and an escaped line break; a backslash keeps the character after it. Variables, globs and redirections are plain
/// text.
///
/// - Throws: `UsageError` if a quote is not closed, a backslash is the last character, or the text needs a shell
///   because it joins commands or sets a variable before one.
func shellWords(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    // The word without its quoted and escaped parts.
    var plain = ""
    var quote: Character?
    var characters = text.makeIterator()

    while let character = characters.next() {
        switch (quote, character) {
        case ("'", "'"), ("\"", "\""): quote = nil
        case (nil, "'"), (nil, "\""):
            quote = character
            word = word ?? ""
        case (nil, "\\"), ("\"", "\\"):
            guard let escaped = characters.next() else {
                if quote != nil { continue }
                throw UsageError("the command ends in a backslash that escapes nothing: \(text)")
            }
            if quote != nil, !"\"\\$`\n".contains(escaped) { word?.append("\\") }
            if escaped != "\n" { word = (word ?? "") + String(escaped) }
        case (nil, " "), (nil, "\t"), (nil, "\n"), (nil, "\r\n"):
            try refuseShellSyntax(plain, in: text)
            if let ended = word { words.append(ended) }
            word = nil
            plain = ""
        default:
            if quote == nil {
                if words.isEmpty, character == "=", let name = word, name == plain, isVariableName(name) {
                    throw UsageError(
                        "'\(name)=' before the program sets a variable, which requires a shell: write env \(text)")
                }
                plain.append(character)
            }
            word = (word ?? "") + String(character)
        }
    }
    if let quote {
        throw UsageError("a \(quote == "'" ? "single" : "double") quote is not closed in the command: \(text)")
    }
    try refuseShellSyntax(plain, in: text)
    if let word { words.append(word) }
    return words
}

/// Throws if a word joins commands in a shell.
private func refuseShellSyntax(_ word: String, in text: String) throws(UsageError) {
    let found = ["&&", "||"].first { word.contains($0) } ?? ["|", "|&", "&", ";"].first { word == $0 }
    guard let found = found ?? (word.hasSuffix(";") ? ";" : nil) else { return }
    let script = shellQuoted(replacingShell(text))
    throw UsageError("'\(found)' requires a shell, and commands are run without one: write sh -c \(script)")
}

/// Returns a script with `exec` before its last command, which then has the process of the shell.
private func replacingShell(_ script: String) -> String {
    // A pipe and a job in the background need the shell.
    let rest = script.replacing("&&", with: " ").replacing("||", with: " ")
    guard !rest.contains(where: { "|&".contains($0) }),
        let end = ["&&", "||", ";"].compactMap({ script.ranges(of: $0).last?.upperBound }).max()
    else { return script }
    let last = script[end...].drop(while: \.isWhitespace)
    // A quote after the operator may mean that it is quoted itself.
    guard !last.isEmpty, !last.contains(where: { "'\"\\".contains($0) }), !last.hasPrefix("exec ") else {
        return script
    }
    return script[..<last.startIndex] + "exec " + last
}

private func isVariableName(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil }

private func shellQuoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }

/// An executable that SwiftPM has built beside the running tests.
///
/// SwiftPM builds it before the tests if their target depends on the executable's target.
public enum BuiltProduct {
    /// Returns the path of an executable.
    ///
    /// - Parameter name: the name of the executable product or target.
    /// - Throws: `UsageError` if the executable does not exist.
    public static func path(_ name: String) throws(UsageError) -> String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let path = URL(filePath: runner).deletingLastPathComponent().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw UsageError(
                "there is no executable \(path): let the test target depend on the target '\(name)', so that it is "
                    + "built")
        }
        return path
    }

    /// Returns a launch command for `ApplicationConfiguration`: the executable, quoted for a shell, and its arguments.
    ///
    /// - Throws: `UsageError` if the executable does not exist.
    public static func launch(_ name: String, _ arguments: String = "") throws(UsageError) -> String {
        let word = shellQuoted(try path(name))
        return arguments.isEmpty ? word : word + " " + arguments
    }
}
