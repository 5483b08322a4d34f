/// The longest response that is read, in bytes.
let longestResponse = 16 << 20

extension Endpoint {
    /// Connects once and closes the connection.
    ///
    /// - Throws: `ConnectionError` if no server accepts; `CancellationError` if the task is cancelled.
    func connect() async throws {
        try await onOwnThread { stop in
            _ = try StreamSocket(connectingTo: self, stop: stop)
        }
    }

    /// Returns `true` if a server accepts connections within five seconds.
    func isTaken() async throws -> Bool {
        do {
            let outcome = try await firstOf(timeout: .seconds(5)) { try await connect() }
            if case .value = outcome { return true }
            return false
        } catch is ConnectionError {
            return false
        }
    }
}

extension HTTPRequest {
    /// Sends the request on a new connection and reads the whole response.
    ///
    /// `URLSession` is not used: it takes 0.27 ms for a request to a local server, this takes 0.07 ms, and the
    /// measurements include it. It also keeps connections, which a reset or relaunch would break.
    ///
    /// - Throws: `ConnectionError` or `HTTPSyntaxError` if there is no response; `CancellationError`.
    func send() async throws -> HTTPResponse {
        try await onOwnThread { stop in
            let socket = try StreamSocket(connectingTo: endpoint, stop: stop)
            try socket.send(bytes)
            var received: [UInt8] = []
            while true {
                let part = try socket.receive()
                received += part
                if let response = try HTTPResponse(received[...], method: method, atEnd: part.isEmpty) {
                    return response
                }
                guard received.count <= longestResponse else { throw ConnectionError.tooLong(limit: longestResponse) }
            }
        }
    }
}
