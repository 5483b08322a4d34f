import Foundation
import OutliveModel
import Testing

/// `outlive mcp`: the protocol over pipes, and what a client may ask about.
@Suite(.timeLimit(.minutes(5)))
struct ProtocolTests {
    /// A folder that is allowed, with a report.
    private final class Allowed: Sendable {
        let scratch: Scratch
        var folder: String { scratch.file("allowed") }
        var report: String { folder + "/run.json" }

        init() throws {
            scratch = try Scratch()
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try JSONEncoder().encode(Report.leakingTwice).write(to: URL(fileURLWithPath: report))
        }

        func client() throws -> AssistantClient { try AssistantClient(["--allow", folder], keeping: self) }
    }

    private static var meta: [String: Any] {
        [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": [:],
        ]
    }

    private static func code(_ reply: [String: Any]?) -> Int? { (reply?["error"] as? [String: Any])?["code"] as? Int }

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ])
    func `A handshake agrees on the version of the client, or offers the latest`(asked: String, agreed: String)
        async throws
    {
        let client = try Allowed().client()
        let result = try await client.initialize(version: asked)
        #expect(result["protocolVersion"] as? String == agreed)
        #expect((result["serverInfo"] as? [String: Any])?["name"] as? String == "outlive")
        #expect((result["capabilities"] as? [String: Any])?.keys.sorted() == ["tools"])
        try client.request("ping")
        #expect(try await client.reply()?["result"] as? [String: String] == [:])
        #expect(try await client.close().status == 0)
    }

    @Test func `At most ten tools are listed, each with a schema, and soak only if one was given`() async throws {
        let client = try Allowed().client()
        _ = try await client.initialize()
        try client.request("tools/list")
        let result = try #require(try await client.reply()?["result"] as? [String: Any])
        let tools = try #require(result["tools"] as? [[String: Any]])
        #expect(
            tools.compactMap { $0["name"] as? String } == [
                "leaks", "cause", "growth", "types", "holders", "tasks", "memory", "compare",
            ])
        for tool in tools {
            let schema = try #require(tool["inputSchema"] as? [String: Any])
            #expect(schema["type"] as? String == "object" && schema["additionalProperties"] as? Bool == false)
            #expect((tool["annotations"] as? [String: Any])?["readOnlyHint"] as? Bool == true)
        }
    }

    @Test func `A request that carries its version needs no handshake, and its results are complete`() async throws {
        let allowed = try Allowed()
        let client = try allowed.client()
        try client.request("server/discover", ["_meta": Self.meta])
        let found = try #require(try await client.reply()?["result"] as? [String: Any])
        #expect((found["supportedVersions"] as? [String])?.first == "2026-07-28")
        #expect(found["resultType"] as? String == "complete" && found["ttlMs"] is Int)
        try client.request(
            "tools/call", ["_meta": Self.meta, "name": "leaks", "arguments": ["target": allowed.report]])
        let answer = try #require(try await client.reply()?["result"] as? [String: Any])
        #expect(answer["resultType"] as? String == "complete" && answer["isError"] as? Bool == false)
        var other = Self.meta
        other["io.modelcontextprotocol/protocolVersion"] = "2030-01-01"
        try client.request("tools/list", ["_meta": other])
        let refused = try await client.reply()
        #expect(Self.code(refused) == -32022)
        let data = (refused?["error"] as? [String: Any])?["data"] as? [String: Any]
        #expect(data?["requested"] as? String == "2030-01-01" && (data?["supported"] as? [String])?.count == 4)
        try client.request("ping", ["_meta": Self.meta])
        #expect(Self.code(try await client.reply()) == -32601)
    }

    @Test(arguments: [
        (#"nonsense"#, -32700), (#"{"jsonrpc":"2.0","#, -32700), ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2}", -32700),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600), (#"[]"#, -32600), (#"7"#, -32600),
        (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"leaks"}}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
    ])
    func `A wrong message gets its error, and the next one is served`(line: String, code: Int) async throws {
        let client = try Allowed().client()
        try client.send(line)
        #expect(Self.code(try await client.reply()) == code)
        _ = try await client.initialize()
        #expect(try await client.close().status == 0)
    }

    @Test(arguments: [
        ("99999999999999999999", -32600, "write it as a text"), ("-1e30", -32600, "write it as a text"),
        ("1.5", -32600, "neither a text nor a whole number"), ("1e999", -32700, "out of range"),
    ])
    func `An id that is no 64-bit number gets the reason`(id: String, code: Int, reason: String) async throws {
        let client = try Allowed().client()
        try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
        let reply = try await client.reply()
        let message = (reply?["error"] as? [String: Any])?["message"] as? String
        #expect(Self.code(reply) == code && message?.contains(reason) == true, "\(message ?? "")")
        #expect(reply?["id"] is NSNull)
    }

    @Test func `Lines that are too long, blank or not in UTF-8 end nothing`() async throws {
        let client = try Allowed().client()
        try client.send(String(repeating: "a", count: 3 << 20))
        #expect(Self.code(try await client.reply()) == -32700)
        try client.send("\n \r\n")
        try client.send(Data([0xFF, 0xFE, 0x0A]))
        #expect(Self.code(try await client.reply()) == -32700)
        try client.send(String(repeating: "[", count: 100_000))
        #expect(Self.code(try await client.reply()) == -32700)
        try client.send(#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#)
        try client.send(#"{"jsonrpc":"2.0","id":5,"result":{}}"#)
        _ = try await client.initialize()
        try client.request("no/such")
        #expect(Self.code(try await client.reply()) == -32601)
        try client.request("tools/call", ["name": "no such"])
        #expect(Self.code(try await client.reply()) == -32602)
        try client.request("initialize", ["protocolVersion": "2025-11-25"])
        #expect(Self.code(try await client.reply()) == -32600)
    }

    @Test func `At the end of the input pending calls are answered, and an unfinished line is dropped`() async throws {
        let allowed = try Allowed()
        let client = try allowed.client()
        _ = try await client.initialize()
        for _ in 0..<3 { try client.request("tools/call", ["name": "leaks", "arguments": ["target": allowed.report]]) }
        try client.send(Data(#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#.utf8))
        let (status, replies) = try await client.close()
        #expect(status == 0)
        #expect(replies.compactMap { $0["id"] as? Int } == [1, 2, 3])
    }

    @Test func `Only what was allowed is read, also by links and dots`() async throws {
        let allowed = try Allowed()
        let outside = allowed.scratch.file("outside.json")
        try FileManager.default.copyItem(atPath: allowed.report, toPath: outside)
        // The name of the folder is the beginning of another's.
        try FileManager.default.createDirectory(atPath: allowed.folder + "-not", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: allowed.report, toPath: allowed.folder + "-not/run.json")
        for (link, destination) in [("link.json", outside), ("inside.json", "run.json"), ("up", "..")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(allowed.folder)/\(link)", withDestinationPath: destination)
        }
        let client = try allowed.client()
        _ = try await client.initialize()
        for path in [allowed.report, allowed.folder + "/inside.json", allowed.folder + "/../allowed/run.json"] {
            let (text, isError) = try await client.call("leaks", ["target": path])
            #expect(!isError && text.contains("2 causes"), "\(text)")
        }
        for path in [
            outside, allowed.folder + "/link.json", allowed.folder + "/../outside.json",
            allowed.folder + "/up/outside.json", allowed.folder + "-not/run.json", allowed.folder + "/none",
            "/etc/passwd", "", "outside.json", "../outside.json", "up/outside.json", "link.json", "\u{0}",
            "\(ProcessInfo.processInfo.processIdentifier)", "1",
        ] {
            let (text, isError) = try await client.call("leaks", ["target": path])
            #expect(isError && text.contains("allowed"), "\(path): \(text)")
            let since = try await client.call("compare", ["target": allowed.report, "since": path])
            #expect(since.isError && since.text.contains("allowed"), "\(path): \(since.text)")
        }
        // The folder has several files, and a text of any file is no part of a message.
        #expect(try await client.call("leaks").isError)
        let other = allowed.folder + "/other.json"
        try Data(#"{"password-of-another":1,"password-of-another":2}"#.utf8).write(to: URL(fileURLWithPath: other))
        let (text, isError) = try await client.call("leaks", ["target": other])
        #expect(isError && text.contains("neither a report") && !text.contains("password"), "\(text)")
    }

    @Test func `A link that takes the place of an allowed file or of its folder opens nothing else`() async throws {
        let allowed = try Allowed()
        let (link, outside) = (allowed.scratch.file("link.json"), allowed.scratch.file("outside"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: allowed.report)
        try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
        var other = Report.leakingTwice
        other.findings.removeLast(2)
        try JSONEncoder().encode(other).write(to: URL(fileURLWithPath: outside + "/run.json"))
        let clients = try [allowed.report, link].map { try AssistantClient(["--allow", $0], keeping: allowed) }
        for client in clients { _ = try await client.initialize() }
        // A link that was given at the start and leads elsewhere now: what it led to stays allowed.
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: outside + "/run.json")
        #expect(try await clients[1].call("leaks", ["target": link]).isError)
        for client in clients { #expect(try await client.call("leaks").text.contains("2 causes")) }
        for replaced in [allowed.report, allowed.folder] {
            try FileManager.default.moveItem(atPath: replaced, toPath: replaced + "-old")
            try FileManager.default.createSymbolicLink(
                atPath: replaced, withDestinationPath: replaced == allowed.folder ? outside : outside + "/run.json")
            for client in clients {
                let (text, isError) = try await client.call("leaks")
                #expect(isError && text.contains("not what was allowed at the start any more"), "\(text)")
                #expect(try await client.call("leaks", ["target": allowed.report]).isError)
            }
        }
    }

    @Test func `A folder is answered with its newest files, which are found by their names`() async throws {
        let allowed = try Allowed()
        for (name, age) in [("old.txt", 30.0), ("run.json", 20), ("sub/new.json", 10), ("a\u{1B}.json", 5)] {
            let file = "\(allowed.folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: allowed.folder + "/sub", withIntermediateDirectories: true)
            if name != "run.json" { try FileManager.default.copyItem(atPath: allowed.report, toPath: file) }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 - age)], ofItemAtPath: file)
        }
        try FileManager.default.createSymbolicLink(
            atPath: allowed.folder + "/link.json", withDestinationPath: "run.json")
        let client = try allowed.client()
        _ = try await client.initialize()
        for arguments in [[:], ["target": allowed.folder]] {
            let (text, isError) = try await client.call("leaks", arguments)
            #expect(isError && text == "name one of: a .json, run.json, old.txt", "\(text)")
        }
        #expect(try await client.call("leaks", ["target": "sub"]).text == "name one of: sub/new.json")
        for name in ["run.json", "sub/new.json", "./sub/../run.json"] {
            let (text, isError) = try await client.call("leaks", ["target": name])
            #expect(!isError && text.contains("2 causes"), "\(text)")
        }
    }

    @Test func `A named pipe in an allowed folder is refused, and blocks nothing`() async throws {
        let allowed = try Allowed()
        let pipe = allowed.folder + "/pipe.json"
        try #require(mkfifo(pipe, 0o600) == 0)
        let client = try allowed.client()
        _ = try await client.initialize()
        for arguments in [["target": pipe], ["target": allowed.report, "since": pipe]] {
            let (text, isError) = try await client.call("growth", arguments)
            #expect(isError && text.contains("neither a report"), "\(text)")
        }
    }

    @Test func `A question without an answer ends with 3 in a shell`() async throws {
        let allowed = try Allowed()
        let known = try await outlive("explain", allowed.report, "cause", "2")
        #expect(known.status == 0, "\(known.errors)")
        let unknown = try await outlive("explain", allowed.report, "cause", "99")
        #expect(unknown.status == 3 && unknown.output.contains("there are 1 to 2"), "\(unknown.output)")
    }

    @Test func `Wrong arguments are explained for the client to correct`() async throws {
        let allowed = try Allowed()
        let client = try AssistantClient(["--allow", allowed.report])
        _ = try await client.initialize()
        #expect(try await client.call("leaks").text.contains("2 causes"))
        #expect(try await client.call("cause", ["cause": 2]).text.hasPrefix("cause 2 of 2"))
        #expect(try await client.call("cause", ["cause": "00000000000000aa"]).text.contains("App.A"))
        let unknown = try await client.call("cause", ["cause": "7"])
        #expect(unknown.isError && unknown.text.contains("there are 1 to 2"), "\(unknown.text)")
        for (tool, arguments) in [
            ("leaks", ["command": "sh"]), ("leaks", ["target": [1]]), ("holders", [:]), ("compare", [:]),
            ("cause", ["target": String(repeating: "a", count: 5000)]),
        ] as [(String, [String: Any])] {
            let (text, isError) = try await client.call(tool, arguments)
            #expect(isError && !text.isEmpty && text.utf8.count <= 2000, "\(tool): \(text)")
        }
    }

    @Test(arguments: [
        [], ["--soak"], ["--soak", "--", "--cycles"], ["--allow", "/tmp", "--", "--heap"], ["--allow", "/no/such"],
        ["--process", "0"], ["--soak", "--", "--heap", "--launch", "a", "--work", "exec:b", "--report", "json"],
        ["--allow", "/tmp", "more"], ["--soak", "--", "--heap", "--launch", "a", "--work", "exec:b"],
        ["--soak", "--", "--launch", "a", "--ready", "notify", "--work", "exec:b"],
    ])
    func `Wrong usage ends with 64 before anything is served`(arguments: [String]) async throws {
        let run = try await Started(Built.outlive, ["mcp"] + arguments).end()
        #expect(run.status == 64 && run.output.isEmpty, "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
}
