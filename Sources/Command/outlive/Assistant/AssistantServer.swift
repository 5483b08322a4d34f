internal import Foundation
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveWire

/// A server of the Model Context Protocol over standard input and output, with answers as tools.
///
/// It serves the revision without a handshake, where each request carries its version, and the revisions with one. A
/// revision that demands batches is not offered.
actor AssistantServer {
    /// The revision whose requests carry their version.
    static let stateless = "2026-07-28"
    /// The revisions with a handshake, the latest first.
    static let handshake = ["2025-11-25", "2025-06-18", "2024-11-05"]
    /// The maximum number of calls that wait.
    private static let maximumCalls = 32
    private static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    private let tools: AnswerTools
    private let output: Int32
    private var isInitialized = false
    /// The calls in progress, and the last one, which the next waits for.
    private var calls: [JSONValue: Task<Void, Never>] = [:]
    private var last: Task<Void, Never>?
    /// `true` once a reply could not be written.
    private var isClosed = false

    /// - Parameter output: The descriptor of the replies.
    init(tools: AnswerTools, output: Int32) { (self.tools, self.output) = (tools, output) }

    /// Serves a client until its input ends. Calls in progress are answered, but a soak is ended.
    func serve(_ lines: AsyncStream<MessageLines.Item>) async {
        for await item in lines {
            switch item {
            case .tooLong:
                write(RPCError(.parse, "a line has more than \(MessageLines.longest) bytes").reply)
            case .line(let line): handle(line)
            }
            if isClosed { break }
        }
        for call in running where call.isSoak { calls[call.id]?.cancel() }
        for call in calls.values {
            if isClosed { call.cancel() }
            await call.value
        }
    }

    private var running: [(id: JSONValue, isSoak: Bool)] { calls.keys.map { ($0, soaks.contains($0)) } }
    /// The identifiers of the calls that run a soak.
    private var soaks: Set<JSONValue> = []

    private func handle(_ line: [UInt8]) {
        do throws(RPCError) {
            switch try RPCMessage(line: line) {
            case .request(let id, let method, let parameters):
                do throws(RPCError) {
                    try handle(method, parameters, id: id)
                } catch {
                    var error = error
                    error.id = id
                    throw error
                }
            case .notification("notifications/cancelled", let parameters):
                if let id = parameters["requestId"] { calls[id]?.cancel() }
            case .notification, .response: break
            }
        } catch {
            write(error.reply)
        }
    }

    private func handle(_ method: String, _ parameters: [String: JSONValue], id: JSONValue) throws(RPCError) {
        let isStateless = try carriesVersion(parameters)
        switch method {
        case "server/discover" where isStateless:
            reply(id, description.merging(["supportedVersions": .list(versions)]) { $1 }, isStateless, isCached: true)
        case "initialize" where !isStateless: try initialize(parameters, id)
        case "ping" where !isStateless: reply(id, [:], false)
        case _ where !isStateless && !isInitialized:
            throw RPCError(.invalidRequest, "send initialize first, or the version with each request")
        case "tools/list":
            guard parameters["cursor"] == nil else {
                throw RPCError(.invalidParameters, "there is one page: no cursor")
            }
            reply(id, ["tools": .list(tools.tools.map(\.description))], isStateless, isCached: true)
        case "tools/call": try call(parameters, id, isStateless)
        default: throw RPCError(.unknownMethod, "there is no method '\(method.onOneLine(upTo: 80))'")
        }
    }

    // MARK: Versions

    private var versions: [JSONValue] { ([Self.stateless] + Self.handshake).map { .text($0) } }
    private var serverInfo: JSONValue { ["name": "outlive", "version": .text(toolVersion)] }
    private var description: [String: JSONValue] {
        ["capabilities": ["tools": [:]], "instructions": .text(instructions)]
    }

    private var instructions: String {
        "Short answers on what leaks and grows in Swift programs. Begin with leaks; each answer ends with what to ask "
            + "next. Allowed targets: \(tools.targets.words)."
    }

    /// Returns `true` if a request carries its version.
    ///
    /// - Throws: `RPCError` if it is no version of this server, or the capabilities are missing.
    private func carriesVersion(_ parameters: [String: JSONValue]) throws(RPCError) -> Bool {
        guard let meta = parameters["_meta"]?.object, let version = meta[Self.versionKey] else { return false }
        guard version.text != nil, meta[Self.capabilitiesKey]?.object != nil else {
            throw RPCError(.invalidParameters, "_meta needs the texts \(Self.versionKey) and \(Self.capabilitiesKey)")
        }
        guard version == .text(Self.stateless) else {
            throw RPCError(
                .unsupportedVersion, "this version of the protocol is not supported",
                data: ["supported": .list(versions), "requested": version])
        }
        return true
    }

    private func initialize(_ parameters: [String: JSONValue], _ id: JSONValue) throws(RPCError) {
        guard !isInitialized else { throw RPCError(.invalidRequest, "initialize was sent before") }
        guard let asked = parameters["protocolVersion"]?.text else {
            throw RPCError(.invalidParameters, "protocolVersion is missing")
        }
        isInitialized = true
        let version = Self.handshake.contains(asked) ? asked : Self.handshake[0]
        reply(
            id, description.merging(["protocolVersion": .text(version), "serverInfo": serverInfo]) { $1 }, false)
    }

    // MARK: Calls

    private func call(_ parameters: [String: JSONValue], _ id: JSONValue, _ isStateless: Bool) throws(RPCError) {
        let name = parameters["name"]?.text ?? ""
        guard let tool = tools.tools.first(where: { $0.question.rawValue == name }) else {
            throw RPCError(.invalidParameters, "there is no tool '\(name.onOneLine(upTo: 80))'")
        }
        guard let arguments = (parameters["arguments"] ?? .object([:])).object else {
            throw RPCError(.invalidParameters, "arguments is not an object")
        }
        guard calls[id] == nil else { throw RPCError(.invalidRequest, "a request with this id is in progress") }
        guard calls.count < Self.maximumCalls else { throw RPCError(.busy, "too many calls are in progress") }
        if tool.question == .soak { soaks.insert(id) }
        let (tools, previous) = (tools, last)
        let call = Task {
            // A call that waits for another may be cancelled before it begins.
            await previous?.value
            let result = Task.isCancelled ? nil : try? await tools.call(tool, arguments)
            self.end(id, result, isStateless)
        }
        calls[id] = call
        last = call
    }

    private func end(_ id: JSONValue, _ result: AnswerTools.Result?, _ isStateless: Bool) {
        let isCancelled = calls.removeValue(forKey: id)?.isCancelled ?? true
        soaks.remove(id)
        // A cancelled request gets no reply.
        guard let result, !isCancelled else { return }
        reply(
            id, ["content": [["type": "text", "text": .text(result.text)]], "isError": .flag(result.isError)],
            isStateless)
    }

    // MARK: Replies

    private func reply(
        _ id: JSONValue, _ result: [String: JSONValue], _ isStateless: Bool, isCached: Bool = false
    ) {
        var result = result
        if isStateless {
            result["resultType"] = "complete"
            result["_meta"] = ["io.modelcontextprotocol/serverInfo": serverInfo]
            if isCached { (result["ttlMs"], result["cacheScope"]) = (3_600_000, "private") }
        }
        write(["jsonrpc": "2.0", "id": id, "result": .object(result)])
    }

    private func write(_ message: JSONValue) {
        guard !isClosed else { return }
        do {
            try writeAll(jsonLine(message), to: output)
        } catch {
            isClosed = true
        }
    }
}
