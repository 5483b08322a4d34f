public import FlyingFox
public import Foundation

/// The options of a service: `--port PORT --leak NAME`.
public struct ServiceOptions<Leak: RawRepresentable<String>> {
    /// The port to listen at.
    public let port: UInt16
    /// The planted leak.
    public let leak: Leak

    /// Reads the options; ends the process if they are wrong.
    public init(_ arguments: [String] = CommandLine.arguments) {
        func value(_ name: String) -> String? {
            arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
        }
        guard let port = UInt16(value("--port") ?? "8080"), let leak = Leak(rawValue: value("--leak") ?? "none") else {
            FileHandle.standardError.write(Data("usage: \(arguments[0]) --port PORT --leak NAME\n".utf8))
            exit(64)
        }
        self.port = port
        self.leak = leak
    }
}

/// An HTTP server on the loopback interface that announces itself once it listens.
public struct ServiceServer: Sendable {
    private let server: HTTPServer

    /// Creates a server without routes.
    public init(port: UInt16) throws {
        server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
    }

    /// Answers requests of `path/NAME` with the text of `answer`, which receives the name.
    public func route(_ path: String, _ answer: @escaping @Sendable (String) async throws -> String) async {
        await server.appendRoute(HTTPRoute("\(path)/:name")) { request in
            let text = try await answer(request.routeParameters["name"] ?? "")
            return HTTPResponse(statusCode: .ok, body: Data((text + "\n").utf8))
        }
    }

    /// Serves until the process ends.
    public func run() async throws {
        async let serving: Void = server.run()
        try await server.waitUntilListening()
        print("ready")
        fflush(stdout)
        try await serving
    }
}
