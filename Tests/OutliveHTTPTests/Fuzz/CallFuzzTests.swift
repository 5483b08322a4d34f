internal import Foundation
internal import OutliveWire
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite struct CallFuzzTests {
    private func value(_ fuzzing: inout Fuzzing, depth: Int = 0) -> String {
        switch fuzzing.number(below: depth > 3 ? 5 : 7) {
        case 0: fuzzing.one(of: ["null", "true", "false", "0", "-1", "1", "1.5", "1e400", "3600", "3601", "1e-320"])
        case 1: "\"\(fuzzing.one(of: Self.texts))\""
        case 2: "\"\(String(repeating: "x", count: fuzzing.number(below: 200)))\""
        case 3: #"["-SetupFixture", "x"]"#
        case 4: #"{"CLEAN_STORAGE": "1"}"#
        case 5:
            "[" + (0..<fuzzing.number(below: 4)).map { _ in value(&fuzzing, depth: depth + 1) }.joined(separator: ",")
                + "]"
        default: object(&fuzzing, depth: depth + 1)
        }
    }

    private static let texts = [
        "", "a", "/tmp/x", "A=B", #"\u0000"#, #"\ud800"#, "ä", "a\u{301}", #"a\nb"#, #"/\u2028"#,
    ]
    private static let names = [
        "id", "arguments", "environment", "fixture", "deadline", "kind", "version", "", "ID", #"a\nb"#,
        String(repeating: "y", count: 5_000),
    ]

    private func object(_ fuzzing: inout Fuzzing, depth: Int = 0) -> String {
        let fields = (0..<fuzzing.number(below: 5)).map { _ in
            "\"\(fuzzing.one(of: Self.names))\": " + value(&fuzzing, depth: depth)
        }
        return "{" + fields.joined(separator: ", ") + "}"
    }

    /// Returns `true` if the character ends a line or controls a terminal.
    private static func endsALine(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    @Test func `Any body is refused or is one request that a launch could be given`()
        async throws
    {
        var accepted = 0
        let known: Set = ["id", "arguments", "environment", "fixture", "deadline"]
        let inputs = try await Fuzzing.run(count: 6_000) { seed in
            var fuzzing = Fuzzing(seed: seed)
            let bytes = Data(fuzzing.mutate(Array(object(&fuzzing).utf8)))
            let call: ResetCall
            do throws(Refusal) {
                call = try ResetCall(json: bytes)
            } catch {
                let line = error.description.unicodeScalars
                try #require(line.count < 600, "seed \(seed)")
                try #require(!line.contains { Self.endsALine($0) }, "seed \(seed)")
                return
            }
            accepted += 1
            try #require(try ResetCall(json: JSONEncoder().encode(call)) == call, "seed \(seed)")
            let fields = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            try #require(Set((fields ?? ["": 0]).keys).isSubset(of: known), "seed \(seed)")
            try #require((1...ResetCall.longestID).contains(call.id?.utf8.count ?? 1), "seed \(seed)")
            try #require(!(call.id ?? "").unicodeScalars.contains { Self.endsALine($0) }, "seed \(seed)")
            let seconds = call.deadline ?? 1
            try #require(seconds > 0 && seconds <= 3_600, "seed \(seed)")
            let change = call.change
            let fixture = if case .path(let path) = change.fixture { path } else { "/" }
            let texts = (change.arguments ?? []) + change.environment.flatMap { [$0, $1] } + [fixture]
            try #require(!texts.contains { $0.utf8.contains(0) }, "seed \(seed)")
            try #require(!change.environment.keys.contains { $0.isEmpty || $0.contains("=") }, "seed \(seed)")
            try #require(fixture.hasPrefix("/"), "seed \(seed)")
            // A change received in another way is read the same.
            let plain = try JSONDecoder().decode(InputChange.self, from: bytes)
            try #require(plain == change, "seed \(seed)")
        }
        #expect(accepted > inputs / 50)
        #expect(accepted < inputs)
    }
}
