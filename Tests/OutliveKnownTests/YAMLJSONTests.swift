import OutliveKnown
import OutliveModel
import Testing

/// Documents in YAML as values of JSON.
@Suite struct YAMLJSONTests {
    private func json(_ text: String) throws -> JSONValue { try YAMLFile(path: "api.yml", text: text).json() }

    @Test func `Unquoted scalars have the types of JSON, and quoted ones are texts`() throws {
        let value = try json("a: 17\nb: \"17\"\nc: true\nd: 1.5\ne: ~\nf: text\ng: [1, x]\n")
        #expect(
            value
                == .object([
                    "a": .number(17), "b": .text("17"), "c": .flag(true), "d": .fraction(1.5), "e": .null,
                    "f": .text("text"), "g": .list([.number(1), .text("x")]),
                ]))
    }

    @Test func `An empty file, an alias and a key that is no text are refused with the line`() {
        for (text, words) in [
            ("", "api.yml:1: the file is empty"), ("a: &x 1\nb: *x\n", "api.yml:2"), ("? [a]\n: 1\n", "api.yml:1"),
        ] {
            #expect { try json(text) } throws: { "\($0)".hasPrefix(words) }
        }
    }
}
