import Foundation
import OutliveModel
import Testing

/// Answers about a service full of secrets, of its report, snapshot and process, and about a fix.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SecretTests {
    private static let questions = ["leaks", "cause", "growth", "types", "tasks", "memory"]

    /// Expects an answer within its bounds, without a secret.
    private func check(_ text: String, _ question: String) {
        #expect(!text.contains(SecretService.token), "\(question): \(text)")
        #expect(text.utf8.count <= 2000 && !text.isEmpty, "\(question): \(text)")
    }

    @Test func `Answers name the leak with its fix, and contain no text of the program`() async throws {
        let service = try SecretService()
        let (report, snapshot) = (service.file("run.json"), service.file("end.olheap"))
        let run = try await Started(
            Built.outlive,
            ["soak"] + service.options + ["--report", "json=\(report)", "--heap-snapshot", snapshot]
        ).end()
        try #require(run.status == 1, "\(run.errors)")
        // What could leak into an answer.
        for file in [report, snapshot] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            try #require(bytes.firstRange(of: Data(SecretService.token.utf8)) != nil, "\(file)")
        }
        let first = try await outlive("explain", report)
        #expect(
            first.output.contains("static Vault.shared") || first.output.contains("Vault.entries"), "\(first.output)")
        #expect(first.output.contains("fix: "), "\(first.output)")
        for file in [report, snapshot] {
            for question in Self.questions {
                let run = try await outlive("explain", file, question)
                #expect(run.status == 0, "\(run.errors)")
                check(run.output, "\(question) of \(file)")
            }
            for type in ["*Credential", "*String*", "*URL*", "*Array*"] {
                check(try await outlive("explain", file, "holders", type).output, "holders \(type)")
            }
            check(try await outlive("explain", file, "compare", "--since", file).output, "compare \(file)")
        }
        let tasks = try await outlive("explain", snapshot, "tasks").output
        #expect(tasks.contains("that nothing can resume") && tasks.contains("Credential.wait"), "\(tasks)")
    }

    @Test func `Answers about a running process contain no text of it, and show what grew since the first`()
        async throws
    {
        let service = try SecretService()
        let folder = service.file("service")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let program = try await WaitingProgram(service.arguments(folder: folder), of: Built.heapFixture)
        let client = try AssistantClient(["--process", "\(program.id)"])
        _ = try await client.initialize()
        #expect(try await client.call("growth").text.hasPrefix("the first look"))
        let use = "echo go >'\(folder)/in'; cat '\(folder)/out'"
        for _ in 0..<3 { #expect(try await Started("/bin/sh", ["-c", use]).end().output == "200 OK\n") }
        let grown = try await client.call("growth").text
        #expect(grown.contains("Credential: 60 new, 0 gone"), "\(grown)")
        for question in Self.questions {
            let (text, isError) = try await client.call(question)
            #expect(!isError, "\(text)")
            check(text, question)
        }
        for type in ["*Credential", "*String*"] {
            check(try await client.call("holders", ["type": type]).text, "holders \(type)")
        }
        #expect(try await client.call("memory").text.contains(" resident: "))
    }

    @Test func `The soak that was given runs again, and its answer says whether the cause is gone`() async throws {
        let service = try SecretService()
        let client = try AssistantClient(["--soak", "--"] + service.options)
        _ = try await client.initialize()
        let first = try await client.call("soak").text
        #expect(first.contains("Vault") && first.contains("fix: "), "\(first)")
        #expect(first.hasSuffix(", of target soak"), "\(first)")
        let second = try await client.call("soak", ["cause": "1"]).text
        #expect(second.hasPrefix("no: the cause") && second.contains("still there"), "\(second)")
        #expect(try await client.call("cause", ["target": "soak"]).text.hasPrefix("cause 1"))
        try service.isLeaking(false)
        let third = try await client.call("soak").text
        #expect(third.hasPrefix("yes: "), "\(third)")
        // Causes keep their numbers: the first soak is compared with, and not the last, which has no cause.
        let fourth = try await client.call("soak", ["cause": "1"]).text
        #expect(fourth.hasPrefix("yes: ") && fourth.contains("\ncompared with the first soak\n"), "\(fourth)")
        let since = try await client.call("soak", ["since": "soak"]).text
        #expect(since.contains("has no cause") && since.contains("\ncompared with the last soak\n"), "\(since)")
        for text in [first, second, third, fourth, since] { check(text, "soak") }
        // A client chooses neither the command nor its options.
        for arguments in [["options": "--launch sh"], ["target": "/tmp"]] {
            #expect(try await client.call("soak", arguments).isError)
        }
    }

    @Test func `Only an allowed report is the baseline of soaks`() async throws {
        let service = try SecretService()
        let (allowed, outside) = (service.file("allowed.json"), service.file("outside.json"))
        try JSONEncoder().encode(Report.leakingTwice).write(to: URL(fileURLWithPath: outside))
        let run = try await Started(
            Built.outlive, ["soak"] + service.options + ["--report", "json=\(allowed)"]
        ).end()
        try #require(run.status == 1, "\(run.errors)")
        func client() async throws -> AssistantClient {
            let client = try AssistantClient(["--allow", allowed, "--soak", "--"] + service.options)
            _ = try await client.initialize()
            return client
        }
        let first = try await client()
        let (refused, isError) = try await first.call("soak", ["since": outside])
        #expect(isError && refused.contains("was not allowed at the start"), "\(refused)")
        #expect(try await first.call("leaks", ["target": "soak"]).text.contains("no soak has run"))
        let compared = try await first.call("soak").text
        #expect(compared.hasPrefix("no: "), "\(compared)")
        #expect(compared.contains("\ncompared with \(allowed)\n"), "\(compared)")

        // A link in the place of the report, made after the start, is none.
        let second = try await client()
        try FileManager.default.removeItem(atPath: allowed)
        try FileManager.default.createSymbolicLink(atPath: allowed, withDestinationPath: outside)
        let alone = try await second.call("soak").text
        #expect(!alone.contains("compared with") && alone.hasSuffix(", of target soak"), "\(alone)")
        #expect(try await second.call("soak").text.contains("\ncompared with the first soak\n"))
    }

    @Test func `A soak that is cancelled gets no reply, and pings are answered meanwhile`() async throws {
        let service = try SecretService()
        let client = try AssistantClient(["--soak", "--"] + service.options + ["--cycles", "100000"])
        _ = try await client.initialize()
        let soak = try client.request("tools/call", ["name": "soak"])
        let ping = try client.request("ping")
        #expect(try await client.reply()?["id"] as? Int == ping)
        try client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(soak)}}"#)
        let other = try client.request("tools/call", ["name": "leaks", "arguments": ["target": "soak"]])
        // It waited for the soak, which has ended therefore.
        #expect(try await client.reply()?["id"] as? Int == other)
        try client.request("tools/call", ["name": "soak"])
        let (status, replies) = try await client.close()
        #expect(status == 0 && replies.isEmpty, "\(replies)")
    }
}
