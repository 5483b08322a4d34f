import FlyingFox

/// The connection between the listener, which stays open, and the generation that serves now.
///
/// The listener hands every request to the gate. While the gate is closed it answers 503, so a reset needs no new
/// socket, and no request reaches a service that is only half built.
actor Gate: HTTPHandler {
    /// The routes of the current generation, or `nil` while the gate is closed.
    private(set) var routes: RoutedHTTPHandler?
    private var underWay = 0
    private var drained: [CheckedContinuation<Void, Never>] = []

    /// Opens the gate: requests go to the given routes.
    func open(_ routes: RoutedHTTPHandler) {
        self.routes = routes
    }

    /// Closes the gate and waits until the requests under way are answered.
    func close() async {
        routes = nil
        guard underWay > 0 else { return }
        await withCheckedContinuation { drained.append($0) }
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let routes else {
            return HTTPResponse(statusCode: .serviceUnavailable, headers: HTTPHeaders([HTTPHeader("Retry-After"): "1"]))
        }
        underWay += 1
        defer { leave() }
        return try await routes.handleRequest(request)
    }

    private func leave() {
        underWay -= 1
        guard underWay == 0 else { return }
        for waiter in drained { waiter.resume() }
        drained = []
    }
}
