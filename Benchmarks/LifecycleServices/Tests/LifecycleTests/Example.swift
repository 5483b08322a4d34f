import Foundation
import OutliveTesting
import Testing

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

/// Returns the number that a client received.
func number(in output: Data) throws -> Int {
    let text = String(decoding: output, as: UTF8.self)
    guard let number = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NoNumber(output: text) }
    return number
}

/// Runs a client and returns the number that it prints.
func number(from executable: String, _ arguments: [String]) async throws -> Int {
    let client = Process()
    client.executableURL = URL(filePath: executable)
    client.arguments = arguments
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    return try await Task.detached { try number(in: try output.fileHandleForReading.readToEnd() ?? Data()) }.value
}
