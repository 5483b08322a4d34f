/// Splits a command into words as a POSIX shell does, without anything else that a shell does.
///
/// Blanks separate words; single quotes keep everything; double quotes keep everything but `\"`, `\\`, `\$`,
/// `` \` `` and an escaped line break; a backslash keeps the character after it. Variables, globs, pipes and
/// redirections are plain text.
///
/// - Throws: `UsageError` when a quote is not closed or a backslash is the last character.
/// - Complexity: O(length of the text).
func shellWords(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var characters = text.makeIterator()

    while let character = characters.next() {
        switch character {
        case " ", "\t", "\n", "\r\n":
            if let ended = word { words.append(ended) }
            word = nil
        case "'":
            word = try (word ?? "") + singleQuoted(&characters, in: text)
        case "\"":
            word = try (word ?? "") + doubleQuoted(&characters, in: text)
        case "\\":
            guard let escaped = characters.next() else {
                throw UsageError("the command ends in a backslash that escapes nothing: \(text)")
            }
            if escaped != "\n" { word = (word ?? "") + String(escaped) }
        default:
            word = (word ?? "") + String(character)
        }
    }
    if let word { words.append(word) }
    return words
}

private func singleQuoted(_ characters: inout String.Iterator, in text: String) throws(UsageError) -> String {
    var part = ""
    while let character = characters.next() {
        if character == "'" { return part }
        part.append(character)
    }
    throw UsageError("a single quote is not closed in the command: \(text)")
}

private func doubleQuoted(_ characters: inout String.Iterator, in text: String) throws(UsageError) -> String {
    var part = ""
    while let character = characters.next() {
        switch character {
        case "\"": return part
        case "\\":
            guard let escaped = characters.next() else { break }
            if escaped == "\n" { continue }
            if !"\"\\$`".contains(escaped) { part.append("\\") }
            part.append(escaped)
        default: part.append(character)
        }
    }
    throw UsageError("a double quote is not closed in the command: \(text)")
}
