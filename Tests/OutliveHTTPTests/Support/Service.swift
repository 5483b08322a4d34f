internal import Foundation
internal import Outlive

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

extension HTTPLimits {
    /// Limits that no slow machine reaches. A test of one of them sets that one.
    static let patient = {
        var limits = HTTPLimits()
        limits.headTime = .seconds(120)
        limits.bodyTime = .seconds(120)
        limits.writeTime = .seconds(120)
        limits.drainTime = .seconds(120)
        limits.resetTime = .seconds(120)
        limits.grace = .seconds(120)
        return limits
    }()
}

/// An application in this process that is reset by HTTP.
struct Service: Sendable {
    static let token = "0123456789abcdef-a-token"

    let host: ResetHost
    let notifier: HTTPNotifier
    let url: String

    /// Starts an application.
    ///
    /// - Parameters:
    ///   - announced: Called with each line that is printed for the user.
    ///   - handler: The handler between the server and the host, or `nil` for the host's own.
    ///   - steps: Adds the steps of the application.
    init(
        at address: HTTPAddress = .loopback, limits: HTTPLimits = .patient, registry: LeakRegistry = LeakRegistry(),
        environment: [String: String] = [:], announced: @escaping @Sendable (String) -> Void = { _ in },
        handler: ((ResetHost) -> ResetHandler)? = nil, steps: (ResetHost) async -> Void = { _ in }
    ) async throws {
        let environment = environment.merging(["OUTLIVE_TOKEN": Self.token]) { given, _ in given }
        notifier = HTTPNotifier(
            at: address, environment: environment, limits: limits, printLine: announced)
        host = ResetHost(
            notifiers: handler == nil ? [notifier] : [], registry: registry, arguments: [], environment: environment)
        await steps(host)
        try await host.start()
        if let handler { try await notifier.add(handler: handler(host)) }
        struct NotListening: Error {}
        guard let url = await notifier.url else { throw NotListening() }
        self.url = url
    }

    /// Runs a test with an application, and ends its server.
    static func run(
        at address: HTTPAddress = .loopback, limits: HTTPLimits = .patient, registry: LeakRegistry = LeakRegistry(),
        environment: [String: String] = [:], announced: @escaping @Sendable (String) -> Void = { _ in },
        handler: ((ResetHost) -> ResetHandler)? = nil,
        steps: (ResetHost) async -> Void = { _ in }, _ test: (Service) async throws -> Void
    ) async throws {
        let service = try await Service(
            at: address, limits: limits, registry: registry, environment: environment, announced: announced,
            handler: handler, steps: steps)
        do {
            try await test(service)
        } catch {
            await service.notifier.stop()
            throw error
        }
        await service.notifier.stop()
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameter fields: Replace the fields that a good client sends; `nil` leaves a field out.
    func ask(
        _ method: String, _ target: String, _ body: String = "", fields: [String: String?] = [:]
    ) async throws -> Answer {
        let client = try await Client(url)
        try await client.send(request(method, target, body, fields: fields))
        return try await client.answer()
    }

    /// Sends text as it is, and waits for the answer, which may come before all is sent.
    func answer(to text: String) async throws -> Answer {
        let client = try await Client(url)
        try? await client.send(text)
        return try await client.answer()
    }

    /// The status of the answer to a request.
    func status(
        _ method: String, _ target: String, _ body: String = "", fields: [String: String?] = [:]
    ) async throws -> Int {
        try await ask(method, target, body, fields: fields).status
    }

    /// The text of a request.
    func request(_ method: String, _ target: String, _ body: String = "", fields: [String: String?] = [:]) -> String {
        var all: [String: String?] = [
            "Host": url.replacing("http://", with: ""), "Authorization": "Bearer \(Self.token)",
        ]
        if url.hasPrefix("http+unix") { all["Host"] = "localhost" }
        if !body.isEmpty {
            all["Content-Type"] = "application/json"
            all["Content-Length"] = "\(body.utf8.count)"
        }
        all.merge(fields) { _, given in given }
        let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
        return "\(method) \(target) HTTP/1.1\r\n" + lines.joined() + "\r\n" + body
    }
}
