internal import OutliveModel
internal import OutliveSupport

extension ProcessApplication {
    func send(_ request: RouteRequest) async throws -> RouteAnswer {
        guard let process = processRun, let plan = configuration.routes else {
            throw Failure(.harness, "the application is not running, so no request can be sent")
        }
        let endpoint = try process.options.service
        let session: RouteSession
        if let known = process.session {
            session = known
        } else {
            session = try await logIn(plan, at: endpoint, process)
            processRun?.session = session
        }
        let sent = SuspendingClock.now
        let http = HTTPRequest(request, to: endpoint, session.headers)
        let answer = try await response(to: http, process)
        return RouteAnswer(status: answer?.status, seconds: sent.duration(to: .now).seconds)
    }

    func briefVitals() async -> Vitals? {
        guard let process = processRun, process.isRunning else { return nil }
        return Vitals(briefly: process.subject)
    }

    /// Sends a request; returns `nil` if there was no answer, or none in time, although the application runs.
    ///
    /// - Throws: `Failure` if the application ended, or does not accept the connection.
    private func response(to request: HTTPRequest, _ process: ProcessRun) async throws -> HTTPResponse? {
        do {
            switch try await firstOf(timeout: timeout, exit: process.exit, operation: request.send) {
            case .value(let response): return response
            case .timedOut: return nil
            case .exited(let exit): throw process.ended(exit, "in '\(request)'", .command)
            }
        } catch let error as ConnectionError {
            if let exit = try await process.endSeenLate() { throw process.ended(exit, "in '\(request)'", .command) }
            guard case .system(ECONNREFUSED) = error else { return nil }
            throw Failure(.command, "'\(request)' was refused: \(error); check that --ready names the address to use")
        }
    }

    private func logIn(
        _ plan: RoutePlan, at endpoint: Endpoint, _ process: ProcessRun
    ) async throws -> RouteSession {
        guard let login = plan.login else { return RouteSession(plan) }
        let request = HTTPRequest(login, to: endpoint, plan.headers.filter { !$0.value.contains(RoutePlan.token) })
        guard let answer = try await response(to: request, process) else {
            throw Failure(.command, "the login '\(request)' was not answered: check --login")
        }
        guard answer.isSuccess else {
            throw Failure(
                .command, "the login '\(request)' was answered with status \(answer.status): check --login",
                output: answer.body.isEmpty ? nil : String(decoding: answer.body.suffix(4096), as: UTF8.self))
        }
        return try RouteSession(plan, loggedInBy: answer)
    }
}

extension HTTPRequest {
    /// Creates a request of a route. Fields of the session take the place of recorded ones.
    fileprivate init(_ request: RouteRequest, to endpoint: Endpoint, _ session: [HTTPHeader]) {
        let names = Set(session.map { $0.name.lowercased() })
        self.init(
            method: request.method, endpoint: endpoint, target: request.target,
            headers: request.headers.filter { !names.contains($0.name.lowercased()) } + session,
            content: request.body.isEmpty ? nil : request.body)
    }
}

extension StartOptions {
    /// The address of the service: of the ready check, or the port that the launch command gets.
    ///
    /// - Throws: `Failure` if neither is known.
    fileprivate var service: Endpoint {
        get throws(Failure) {
            if let endpoint = ready.endpoint ?? port.map({ .tcp(host: "127.0.0.1", port: $0) }) { return endpoint }
            throw Failure(.harness, RoutePlan.unknownAddress)
        }
    }
}

extension RoutePlan {
    /// The message for options that do not show where the requests go.
    package static let unknownAddress =
        "--routes does not show where to send the requests: give --ready tcp:127.0.0.1:PORT or http:URL, or {port} in "
        + "--launch"
}
