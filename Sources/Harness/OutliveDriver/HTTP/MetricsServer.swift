internal import Foundation
package import OutliveModel
internal import OutliveSupport

/// A server of one text at `GET /metrics` on the loopback interface, for Prometheus.
///
/// Clients are served one after the other, each within two seconds. A page of another site cannot read the text: the
/// request has to name the host as a loopback address. Safe to use from any thread.
package final class MetricsServer: Sendable {
    /// The port that clients connect to.
    package let port: UInt16
    private let text = Lock<[UInt8]>([])
    private let mediaType: String
    private static let timeout = 2
    private static let longestHead = 8192

    /// Starts a server, which runs until the process ends.
    ///
    /// - Parameter port: A port, or 0 for any free one.
    /// - Throws: `Failure` if the port is not available.
    package init(port: UInt16, mediaType: String) throws(Failure) {
        let listener = openSocket(AF_INET, .stream)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isBound = SocketAddress(loopbackPort: port).withPointer { bind(listener, $0, $1) } == 0
        guard isBound, listen(listener, 16) == 0, let bound = SocketAddress(boundTo: listener) else {
            let reason = systemError(errno)
            if listener >= 0 { close(listener) }
            throw Failure(.harness, "the port \(port) for the metrics cannot be used: \(reason); give another one")
        }
        self.port = bound.port
        self.mediaType = mediaType
        let thread = Thread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                if client >= 0 { serve(client) } else if errno != EINTR { usleep(10_000) }
            }
        }
        thread.name = "outlive-metrics"
        thread.start()
    }

    /// Replaces the text.
    package func publish(_ bytes: [UInt8]) { text.withLock { $0 = bytes } }

    private func serve(_ client: Int32) {
        defer { close(client) }
        // The layout of `timeval`, whose members an optimised build does not see.
        var limit = (seconds: Int(Self.timeout), microseconds: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(client, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout.size(ofValue: limit)))
        }
        let answer = answer(to: head(of: client))
        var sent = 0
        while sent < answer.count {
            let count = answer[sent...].withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            sent += count
        }
        shutdown(client, Int32(SHUT_WR))
    }

    /// Reads the head of a request, as far as it comes in time.
    private func head(of client: Int32) -> [Substring] {
        let deadline = ContinuousClock.now + .seconds(Self.timeout)
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while head.count < Self.longestHead, ContinuousClock.now < deadline {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            head += buffer[..<count]
            let text = String(decoding: head, as: UTF8.self)
            if text.contains("\r\n\r\n") { return text.split(separator: "\r\n") }
        }
        return []
    }

    private func answer(to head: [Substring]) -> [UInt8] {
        let request = head.first?.split(separator: " ") ?? []
        guard request.count == 3 else { return response("400 Bad Request", "not an HTTP request\n") }
        let host = head.dropFirst().first { $0.lowercased().hasPrefix("host:") }?.dropFirst(5)
        guard let host, Self.isLoopback(host) else {
            return response("403 Forbidden", "ask 127.0.0.1 or localhost by that name\n")
        }
        guard request[1].prefix(while: { $0 != "?" }) == "/metrics" else {
            return response("404 Not Found", "the figures are at /metrics\n")
        }
        guard request[0] == "GET" else { return response("405 Method Not Allowed", "/metrics takes GET\n") }
        return response("200 OK", type: mediaType, text.withLock { $0 })
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        let host = host.trimmingCharacters(in: .whitespaces).lowercased()
        let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        return ["127.0.0.1", "localhost", "[::1]"].contains(name)
    }

    private func response(_ status: String, _ text: String) -> [UInt8] {
        response(status, type: "text/plain; charset=utf-8", Array(text.utf8))
    }

    private func response(_ status: String, type: String, _ body: [UInt8]) -> [UInt8] {
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.count)", "Cache-Control: no-store",
            "Connection: close",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
