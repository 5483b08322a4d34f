import Testing

@testable import OutliveDriver

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

    @Test func `Further shell syntax is not interpreted`() throws {
        #expect(
            try shellWords("$HOME *.c > b `d` # a=1 http://h/?a=1&b=2;c|d") == [
                "$HOME", "*.c", ">", "b", "`d`", "#", "a=1", "http://h/?a=1&b=2;c|d",
            ])
    }

    @Test(arguments: [
        ("a && b", "a && exec b"), ("a||b", "a||exec b"), ("a | b", "a | b"), ("a; b", "a; exec b"),
        ("a ;b ; c", "a ;b ; exec c"), ("a &", "a &"), ("a && b | c", "a && b | c"), ("a; exec b", "a; exec b"),
        ("a && b;", "a && b;"), ("a & b", "a & b"),
    ])
    func `Shell operators are refused with the shell that takes them and becomes the program`(
        text: String, script: String
    ) {
        let error = #expect(throws: UsageError.self) { try shellWords(text) }
        #expect(error?.message.hasSuffix("write sh -c '\(script)'") == true, "\(error?.message ?? "")")
    }

    @Test func `Shell operators in quotes or after a backslash are plain text`() throws {
        #expect(try shellWords("sh -c 'a && b | c; d'") == ["sh", "-c", "a && b | c; d"])
        #expect(
            try shellWords(#"find . -exec rm {} \; '|' "&&" "#) == ["find", ".", "-exec", "rm", "{}", ";", "|", "&&"])
    }

    @Test func `Quotes in a command are escaped in the suggested shell command`() {
        let error = #expect(throws: UsageError.self) { try shellWords("echo 'x' | cat") }
        #expect(error?.message.contains(#"sh -c 'echo '\''x'\'' | cat'"#) == true)
    }

    @Test(arguments: ["A=1 app -x", "MODE_2='a b' app"])
    func `A variable before the program is refused with env`(text: String) throws {
        let error = #expect(throws: UsageError.self) { try Template<Command>(text) }
        #expect(error?.message.hasSuffix("write env \(text)") == true)
        #expect(try shellWords("env A=1 app --b=2") == ["env", "A=1", "app", "--b=2"])
        #expect(try shellWords("./A=1") == ["./A=1"])
    }

    @Test(arguments: ["'a", "\"a", "a\\", "\"a\\", "a 'b\" c"])
    func `An open quote or a trailing backslash is refused`(text: String) {
        let error = #expect(throws: UsageError.self) { try shellWords(text) }
        #expect(error?.message.contains(text) == true)
    }

    @Test(arguments: ["", "   ", "''"])
    func `A command without a program is refused`(text: String) {
        #expect(throws: UsageError.self) { try Template<Command>(text) }
    }
}
