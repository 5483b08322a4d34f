internal import Foundation
internal import Testing

@testable internal import OutliveWire

@Suite struct JSONFuzzTests {
    @Test(arguments: [
        "{}", "[]", " [ ] ", "0", "-0", "1.5e+10", "true", #""""#, #"{"a": {"a": 1}, "b": [1, "a"]}"#,
        #""\ud83d\ude00 \u00e4 \" \\ \/ \b\f\n\r\t""#, "\"\u{7F}\u{2028}😀\"", "\t\r\n null \n",
        String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    ])
    func `Valid JSON passes`(text: String) throws {
        try StrictJSON.check(Array(text.utf8))
        #expect(JSONOracle.accepts(Array(text.utf8)))
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", #"{"a":1,}"#, "[,1]", "[1 2]", #"{"a" 1}"#, "{a:1}", "{'a':1}", "01", "-", "+1", "1.",
        ".5",
        "1e", "0x1", "NaN", "Infinity", "tru", "nullx", "\"a", #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#,
        #""\udc00""#, "\"\u{1F}\"", "\"\n\"", "[1]]", "{} {}", "// c\n1", "1 /* c */", "\u{FEFF}{}", "\u{C}1",
        "{}\u{0}",
        "\u{A0}1", #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#, #"[{"b":{"a":1,"c":2,"a":3}}]"#,
        "{\"ä\":1,\"a\u{308}\":1}",
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
        String(repeating: #"{"a":"#, count: 5_000),
        #""\u００００""#,
    ])
    func `Invalid or ambiguous JSON does not pass`(text: String) {
        #expect(throws: StrictJSON.Flaw.self) { try StrictJSON.check(Array(text.utf8)) }
        #expect(!JSONOracle.accepts(Array(text.utf8)))
    }

    @Test func `JSON in another encoding does not pass`() throws {
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .isoLatin1] {
            let bytes = Array(try #require(#"{"ä": 1}"#.data(using: encoding)))
            #expect(throws: StrictJSON.Flaw.self) { try StrictJSON.check(bytes) }
        }
        // Overlong, and half of a surrogate pair.
        for bytes: [UInt8] in [[0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22]] {
            #expect(throws: StrictJSON.Flaw(description: "it is not in UTF-8")) { try StrictJSON.check(bytes) }
        }
    }

    private func value(_ fuzzing: inout Fuzzing, depth: Int = 0) -> String {
        let blank = { (fuzzing: inout Fuzzing) in fuzzing.mostly(["", "", " ", "\n"], seldom: ["\t\r", "\u{C}"]) }
        switch fuzzing.number(below: depth > 5 ? 3 : 5) {
        case 0: return fuzzing.mostly(["0", "-1.5", "2E-7", "true", "null"], seldom: ["01", "+1", "1.", "nul", ""])
        case 1, 2: return text(&fuzzing)
        case 3:
            let items = (0..<fuzzing.number(below: 4)).map { _ in blank(&fuzzing) + value(&fuzzing, depth: depth + 1) }
            return "[" + items.joined(separator: ",") + blank(&fuzzing) + fuzzing.mostly(["]"], seldom: [",]", ""])
        default:
            let items = (0..<fuzzing.number(below: 4)).map { _ in
                blank(&fuzzing) + text(&fuzzing) + blank(&fuzzing) + ":" + value(&fuzzing, depth: depth + 1)
            }
            return "{" + items.joined(separator: ",") + blank(&fuzzing) + fuzzing.mostly(["}"], seldom: [",}", "]"])
        }
    }

    private func text(_ fuzzing: inout Fuzzing) -> String {
        let parts = (0..<fuzzing.number(below: 3)).map { _ in
            fuzzing.mostly(
                ["a", "b", "ä", "a\u{308}", #"\u0061"#, #"\n"#, #"\ud83d\ude00"#, "c", "dd"],
                seldom: [#"\ud800"#, #"\x"#, "\u{1}", #"\"#])
        }
        return "\"" + parts.joined() + "\""
    }

    @Test func `The checker and another reader agree on which bytes are JSON`() async throws {
        var accepted = 0
        let inputs = try await Fuzzing.run(count: 6_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            let whole = Array(value(&fuzzing).utf8)
            let bytes = fuzzing.number(below: 2) == 0 ? whole : fuzzing.mutate(whole)
            let passes = (try? StrictJSON.check(bytes)) != nil
            try #require(passes == JSONOracle.accepts(bytes), "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            if passes { accepted += 1 }
        }
        #expect(accepted > inputs / 5)
        #expect(accepted < inputs * 4 / 5)
    }
}

/// Checks JSON in another way than the scanner: it cuts the bytes into tokens by one pattern, and replaces innermost
/// values until nothing but a value is left.
private enum JSONOracle {
    private static let token = pattern(
        #"\G(?:([ \t\n\r]+)|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|"#
            + #"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)|([\[\]{},:]))"#)
    private static let innermost = pattern(#"\[(?:[sv](?:,[sv])*)?\]|\{(?:s:[sv](?:,s:[sv])*)?\}"#)

    private static func pattern(_ text: String) -> NSRegularExpression {
        do { return try NSRegularExpression(pattern: text) } catch { fatalError("\(error)") }
    }

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        let whole = text as NSString
        var shape = ""
        var texts: [String] = []
        var place = 0
        while place < whole.length {
            let rest = NSRange(location: place, length: whole.length - place)
            guard let match = token.firstMatch(in: text, range: rest), match.range.length > 0 else { return false }
            place = match.range.location + match.range.length
            let found = whole.substring(with: match.range)
            if match.range(at: 2).length > 0 {
                // Foundation reads what was escaped; it knows halves of characters for what they are.
                guard let meaning = try? JSONDecoder().decode(String.self, from: Data(found.utf8)) else { return false }
                texts.append(meaning)
                shape += "s"
            } else if match.range(at: 3).length > 0 {
                shape += "v"
            } else if match.range(at: 4).length > 0 {
                shape += found
            }
        }
        return hasOneMeaning(shape, texts) && isWhole(shape)
    }

    private static func isWhole(_ shape: String) -> Bool {
        var shape = shape
        var depth = 0
        while shape.contains(where: "[{".contains) {
            let range = NSRange(location: 0, length: (shape as NSString).length)
            let next = innermost.stringByReplacingMatches(in: shape, range: range, withTemplate: "v")
            guard next != shape, depth < StrictJSON.deepest else { return false }
            shape = next
            depth += 1
        }
        return shape == "s" || shape == "v"
    }

    private static func hasOneMeaning(_ shape: String, _ texts: [String]) -> Bool {
        var names: [Set<String>] = []
        var texts = texts[...]
        let signs = Array(shape)
        for (index, sign) in signs.enumerated() {
            switch sign {
            case "{": names.append([])
            case "}": _ = names.popLast()
            case "s":
                let text = texts.removeFirst()
                guard index + 1 < signs.count, signs[index + 1] == ":", !names.isEmpty else { continue }
                guard names[names.count - 1].insert(text).inserted else { return false }
            default: break
            }
        }
        return true
    }
}
