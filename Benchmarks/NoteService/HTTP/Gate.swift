import FlyingFox

/// What stands between the listener, which stays, and the generation that serves now.
///
/// The listener hands every request to the gate. While the gate is closed it answers 503, so a reset needs no new
/// socket, and no request ever meets half a service.
actor Gate: HTTPHandler {
    /// Where requests go; nil while the gate is closed.
    private(set) var routes: RoutedHTTPHandler?
    private var underWay = 0
    private var drained: [CheckedContinuation<Void, Never>] = []

    /// Lets requests through.
    func open(_ routes: RoutedHTTPHandler) {
        self.routes = routes
    }

    /// Lets no more requests through and waits until those under way are answered.
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
