import Foundation
import OutliveTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An example service, and a client that leaves something behind in it.
struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    /// The options of its launch.
    let options: String
    /// The component that outlives a reset with `--leak`.
    let leaked: String
    /// Adds a line or a note over the network, and returns their number.
    let add: @Sendable (_ port: UInt16) async throws -> Int

    var testDescription: String { name }

    static let all = [
        Example(name: "line-server", options: "--port {port}", leaked: "line_server.LineCounter") { port in
            // The shell opens the connection.
            let script = "exec 3<>/dev/tcp/127.0.0.1/\(port) && echo milk >&3 && read -r lines <&3 && echo $lines"
            return try await number(from: "/bin/bash", ["-c", script])
        },
        Example(name: "note-web", options: "--port {port} --data {dir}", leaked: "note_web.NoteStore") { port in
            var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/notes")!)
            request.httpMethod = "POST"
            request.httpBody = Data("milk".utf8)
            return try number(in: try await URLSession.shared.data(for: request).0)
        },
        Example(name: "note-rpc", options: "--port {port}", leaked: "note_rpc.Notebook") { port in
            try await number(from: BuiltProduct.path("note-rpc"), ["add", "\(port)", "milk"])
        },
    ]

    /// Makes a driver of the service.
    ///
    /// - Parameter wrapper: A command that runs the service.
    func application(within wrapper: String = "") throws -> AppUnderTest<ExampleSettings> {
        try AppUnderTest(
            ApplicationConfiguration(
                launch: wrapper + " " + BuiltProduct.launch(name, options), ready: "notify", reset: "signal:RTMIN+1"),
            settings: ExampleSettings.self, policy: .fail)
    }
}

/// The setting that every example has, beside those of its launch.
struct ExampleSettings: LaunchSettings {
    var leak = false

    enum CodingKeys: String, CodingKey, CaseIterable {
        case leak = "--leak"
    }
}

/// A client printed something else than a number.
private struct NoNumber: Error {
    let output: String
}

private func number(in output: Data) throws -> Int {
    let text = String(decoding: output, as: UTF8.self)
    guard let number = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoNumber(output: text) }
    return number
}

/// Runs a client and returns the number that it prints.
private func number(from executable: String, _ arguments: [String]) async throws -> Int {
    let client = Process()
    client.executableURL = URL(filePath: executable)
    client.arguments = arguments
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    return try await Task.detached { try number(in: try output.fileHandleForReading.readToEnd() ?? Data()) }.value
}
