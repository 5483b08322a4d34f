import Foundation
import Testing

/// Options of `outlive soak --routes`, and files that cannot be used.
@Suite struct RouteUsageTests {
    private func soak(_ options: [String], file: String = "GET /a\n") async throws -> (status: Int32?, errors: String) {
        let scratch = try Scratch()
        try file.write(toFile: scratch.file("requests.txt"), atomically: true, encoding: .utf8)
        let options = options.map { $0.replacingOccurrences(of: "FILE", with: scratch.file("requests.txt")) }
        let run = try await Started(
            Built.outlive, ["soak", "--launch", "true {port}", "--ready", "tcp:127.0.0.1:{port}"] + options
        ).end()
        return (run.status, run.errors)
    }

    @Test(arguments: [
        (["--routes", "FILE"], "add --heap"), (["--heap", "--routes", "FILE", "--work", "exec:true"], "remove --work"),
        (["--heap", "--routes", "FILE", "--reset", "exec:true"], "remove --reset"),
        (["--heap", "--routes", "/nowhere"], "cannot read '/nowhere'"),
        (["--heap", "--routes", "/"], "cannot read '/'"),
        (["--heap", "--work", "exec:true", "--unsafe-methods"], "is for the requests of --routes"),
        (["--heap", "--work", "exec:true", "--header", "A: b"], "is for the requests of --routes"),
        (["--heap", "--routes", "FILE", "--header", "A: b\r\nC: d"], "is no header field"),
        (["--heap", "--routes", "FILE", "--header", "no colon"], "is no header field"),
        (["--heap", "--routes", "FILE", "--header", "A: {token}"], "is the token of --login"),
        (["--heap", "--routes", "FILE", "--login", "login"], "is no request"),
    ])
    func `Wrong use is refused in one line`(options: [String], reason: String) async throws {
        let run = try await soak(options)
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test(arguments: [
        ("DELETE /a\n", "--unsafe-methods"), ("\u{0}\u{1}", "is no text"), ("{\"a\": [", "is not valid JSON"),
        ("openapi: 3.0.0\npaths: {a: *b}\n", "alias"), ("hello\n", "is no request"),
        (String(repeating: "[", count: 100_000), "is no request"),
        ("{\"openapi\": \"3.0.0\", \"paths\": {}}", "has no request to send"),
    ])
    func `A file without a request to send is refused in one line`(text: String, reason: String) async throws {
        let run = try await soak(["--heap", "--routes", "FILE"], file: text)
        #expect(run.status == 64)
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `A ready check without an address needs a port in the launch command`() async throws {
        let scratch = try Scratch()
        try "GET /a\n".write(toFile: scratch.file("requests.txt"), atomically: true, encoding: .utf8)
        let run = try await Started(
            Built.outlive,
            ["soak", "--heap", "--launch", "true", "--ready", "notify", "--routes", scratch.file("requests.txt")]
        ).end()
        #expect(run.status == 64)
        #expect(run.errors.contains("does not show where to send the requests"), "\(run.errors)")
    }
}
