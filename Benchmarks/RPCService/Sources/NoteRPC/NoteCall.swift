import GRPCCore
import GRPCNIOTransportHTTP2Posix

/// A call of the service by its client.
struct NoteCall {
    private let method: MethodDescriptor
    private let port: Int
    private let text: String

    /// Reads a call from the arguments of the process: `add PORT TEXT` or `list PORT`.
    init?(_ arguments: [String]) {
        guard arguments.count > 2, let port = Int(arguments[2]) else { return nil }
        switch arguments[1] {
        case "add": method = NoteService.add
        case "list": method = NoteService.list
        default: return nil
        }
        self.port = port
        text = arguments.dropFirst(3).joined(separator: " ")
    }

    /// Connects, and returns the response.
    func answer() async throws -> String {
        try await withGRPCClient(
            transport: .http2NIOPosix(
                target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
        ) { client in
            try await client.unary(
                request: ClientRequest(message: text), descriptor: method, serializer: TextCoding(),
                deserializer: TextCoding(), options: .defaults
            ) { try $0.message }
        }
    }
}
