import Testing

@testable import OutliveDriver

@Suite("Splitting a command")
struct ShellWordsTests {
    @Test(
        "Words are split as by a shell",
        arguments: [
            ("", []), ("  \t\n ", []), ("a", ["a"]), (" a  b\tc\n", ["a", "b", "c"]),
            ("'a b' \"c d\"", ["a b", "c d"]), ("a'b c'd", ["ab cd"]), ("'' \"\"", ["", ""]),
            (#"a\ b \'"#, ["a b", "'"]), (#"'a\b' "a\b""#, [#"a\b"#, #"a\b"#]), (#""\"\\\$\`""#, [#""\$`"#]),
            ("a\\\nb \"c\\\nd\"", ["ab", "cd"]), ("'\"' \"'\"", ["\"", "'"]), ("é 'ü x'", ["é", "ü x"]),
        ] as [(String, [String])])
    func words(text: String, expected: [String]) throws {
        #expect(try shellWords(text) == expected)
    }

    @Test("Nothing else of a shell is done")
    func noShell() throws {
        #expect(
            try shellWords("$HOME *.c | a > b; c & `d` # e") == [
                "$HOME", "*.c", "|", "a", ">", "b;", "c", "&", "`d`", "#", "e",
            ])
    }

    @Test("An open quote or a trailing backslash is refused", arguments: ["'a", "\"a", "a\\", "\"a\\", "a 'b\" c"])
    func refused(text: String) {
        let error = #expect(throws: UsageError.self) { try shellWords(text) }
        #expect(error?.message.contains(text) == true)
    }

    @Test("A command has a program", arguments: ["", "   ", "''"])
    func noProgram(text: String) {
        #expect(throws: UsageError.self) { try Template<Command>(text) }
    }
}
