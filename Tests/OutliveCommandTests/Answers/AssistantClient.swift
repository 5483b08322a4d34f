import Foundation
import OutliveSupport
import Testing

/// A client of `outlive mcp` over pipes, which writes lines and reads replies.
final class AssistantClient: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()
    private var number = 0

    /// What the server reads, which must outlast it.
    private let kept: AnyObject?

    init(_ options: [String], keeping kept: AnyObject? = nil) throws {
        self.kept = kept
        process.executableURL = URL(fileURLWithPath: Built.outlive)
        process.arguments = ["mcp"] + options
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Sends a line, to which the line feed is added.
    func send(_ line: String) throws { try send(Data((line + "\n").utf8)) }

    /// Sends bytes. A server that has ended makes this fail, and no signal end the tests.
    func send(_ bytes: Data) throws {
        var rest = Array(bytes)
        while !rest.isEmpty {
            let count = writeWithoutSignal(rest, to: input.fileHandleForWriting.fileDescriptor)
            guard count > 0 else { throw POSIXError(.EPIPE) }
            rest.removeFirst(count)
        }
    }

    /// Returns the next reply, or `nil` at the end of the output.
    func reply() async throws -> [String: Any]? {
        let line = try await awaiting { [self] in nextLine() }
        guard let line else { return nil }
        return try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
    }

    private func nextLine() -> Data? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[rest.index(after: end)...]) }
                return Data(rest[..<end])
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }

    /// Closes the input, reads the output to its end, and returns the exit status and the replies that were left.
    func close() async throws -> (status: Int32, replies: [[String: Any]]) {
        try input.fileHandleForWriting.close()
        var replies: [[String: Any]] = []
        while let reply = try await reply() { replies.append(reply) }
        try await awaiting { [self] in process.waitUntilExit() }
        return (process.terminationStatus, replies)
    }

    /// Does the handshake.
    func initialize(version: String = "2025-11-25") async throws -> [String: Any] {
        try send(
            #"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"\#(version)","#
                + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#)
        let reply = try #require(try await reply()?["result"] as? [String: Any])
        try send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        return reply
    }

    /// Sends a request, and returns its number.
    @discardableResult
    func request(_ method: String, _ parameters: [String: Any] = [:]) throws -> Int {
        number += 1
        try send(
            try JSONSerialization.data(
                withJSONObject: ["jsonrpc": "2.0", "id": number, "method": method, "params": parameters]) + [0x0A])
        return number
    }

    /// Calls a tool, and returns the text of its answer.
    func call(_ tool: String, _ arguments: [String: Any] = [:]) async throws -> (text: String, isError: Bool) {
        let number = try request("tools/call", ["name": tool, "arguments": arguments])
        let reply = try #require(try await reply())
        #expect(reply["id"] as? Int == number)
        let result = try #require(reply["result"] as? [String: Any], "\(reply)")
        let content = try #require(result["content"] as? [[String: Any]])
        try #require(content.count == 1 && content[0]["type"] as? String == "text")
        return (try #require(content[0]["text"] as? String), try #require(result["isError"] as? Bool))
    }
}
