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
            try shellWords("$HOME *.c > b `d` # a=1 http://h/?a=1&b=2;c|d") == [
                "$HOME", "*.c", ">", "b", "`d`", "#", "a=1", "http://h/?a=1&b=2;c|d",
            ])
    }

    @Test(
        "What joins commands is refused with the shell that takes it",
        arguments: ["a && b", "a||b", "a | b", "a; b", "a ;b ; c", "a &"])
    func joined(text: String) {
        let error = #expect(throws: UsageError.self) { try shellWords(text) }
        #expect(error?.message.contains("write sh -c '\(text)'") == true, "\(error?.message ?? "")")
    }

    @Test("What joins commands in quotes or after a backslash is plain text")
    func quotedJoints() throws {
        #expect(try shellWords("sh -c 'a && b | c; d'") == ["sh", "-c", "a && b | c; d"])
        #expect(
            try shellWords(#"find . -exec rm {} \; '|' "&&" "#) == ["find", ".", "-exec", "rm", "{}", ";", "|", "&&"])
    }

    @Test("Quotes in a command that takes a shell are escaped in what to write")
    func quotesInHint() {
        let error = #expect(throws: UsageError.self) { try shellWords("echo 'x' | cat") }
        #expect(error?.message.contains(#"sh -c 'echo '\''x'\'' | cat'"#) == true)
    }

    @Test("A variable before the program is refused with env", arguments: ["A=1 app -x", "MODE_2='a b' app"])
    func variable(text: String) throws {
        let error = #expect(throws: UsageError.self) { try Template<Command>(text) }
        #expect(error?.message.hasSuffix("write env \(text)") == true)
        #expect(try shellWords("env A=1 app --b=2") == ["env", "A=1", "app", "--b=2"])
        #expect(try shellWords("./A=1") == ["./A=1"])
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
