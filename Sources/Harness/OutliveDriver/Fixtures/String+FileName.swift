extension String {
    /// The text as a readable name of 1 to 120 bytes that every file system and artifact store accepts.
    ///
    /// Two texts may have the same name.
    var fileName: String {
        var name = ""
        for character in self {
            let isPlain = character.isLetter || character.isNumber || character == "_" || character == "."
            if isPlain, name.utf8.count + character.utf8.count <= 120 {
                name.append(character)
            } else if !isPlain, name.last != "-", name.utf8.count < 120 {
                name.append("-")
            }
        }
        // A leading dot hides a file, a leading dash makes it an option, and some systems drop a trailing dot.
        let ends: Set<Character> = [".", "-"]
        let start = name.drop(while: ends.contains)
        let length = start.reversed().drop(while: ends.contains).count
        return length == 0 ? "fixture" : String(start.prefix(length))
    }
}
