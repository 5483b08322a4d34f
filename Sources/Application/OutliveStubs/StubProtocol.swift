#if LiveReset
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The protocol class of one slot.
final class StubProtocol<Slot>: StubbingProtocol {}

/// A `URLProtocol` that responds to one request of a `URLSession` with the stubs of its class.
///
/// It calls its client only on the queue or thread on which the session calls it. On Linux the session's task table has
/// no lock, so calls from other threads would be data races. For later parts, `resume()` makes the session call
/// `startLoading` again on its own queue.
class StubbingProtocol: URLProtocol {
    private var load: StubLoad?
    private var isOver = false
    /// `true` if the load has been stopped since its last start.
    private var isStopped = false

    // Claims every request, because an unclaimed one would reach the network.
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        isStopped = false
        guard !isOver else { return }
        #if canImport(FoundationNetworking)
        // The session itself ends a task that was cancelled after this call was queued. If the client received a second
        // end, the session might no longer have the task in its table, which would crash the process.
        guard task?.state == .running else { return }
        #endif
        do {
            let load = try self.load ?? begin()
            self.load = load
            while let part = load.nextDue() { deliver(part, of: load) }
            if load.isDelivered {
                isOver = true
                client?.urlProtocolDidFinishLoading(self)
            } else {
                load.run(wake())
            }
        } catch {
            isOver = true
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Pauses the load, because the task was cancelled or suspended.
    override func stopLoading() {
        isStopped = true
        load?.pause()
    }

    private func begin() throws -> StubLoad {
        let request = StubbedRequest(self.request)
        if task is URLSessionDownloadTask || task is URLSessionWebSocketTask {
            throw StubsError("stubs answer data and upload tasks only: \(UnmatchedRequest(request)) is another")
        }
        guard let stubs = StubSlots.shared.stubs(of: type(of: self)) else { throw StubsError.removed(request) }
        var whole = stubs.delivery == .whole
        #if canImport(FoundationNetworking)
        if !(task?.delegate is any URLSessionDataDelegate) { whole = true }
        #endif
        return StubLoad(try stubs.answer(to: request), whole: whole, clock: stubs.clock)
    }

    private func deliver(_ part: Int, of load: StubLoad) {
        guard part == 0 else {
            client?.urlProtocol(self, didLoad: load.answer.body[load.parts.bytes(of: part)])
            return
        }
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: load.answer.status, httpVersion: "HTTP/1.1",
                headerFields: headers(of: load.answer))
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    private func headers(of answer: StubAnswer) -> [String: String] {
        #if canImport(FoundationNetworking)
        // With a challenge and credentials, a session would repeat the request over the network.
        if answer.status == 401 { return answer.headers.filter { $0.key.lowercased() != "www-authenticate" } }
        #endif
        return answer.headers
    }

    /// Returns a closure that makes the session call `startLoading` again, from any thread.
    private func wake() -> @Sendable () -> Void {
        #if canImport(FoundationNetworking)
        return { [task] in if task?.state == .running { task?.resume() } }
        #else
        nonisolated(unsafe) let this = self
        nonisolated(unsafe) let loop = RunLoop.current
        return {
            // The load may be stopped before the loop runs this block.
            loop.perform { if !this.isStopped { this.startLoading() } }
            CFRunLoopWakeUp(loop.getCFRunLoop())
        }
        #endif
    }
}

extension StubbedRequest {
    /// Extracts the parts of a session's request that rules can match.
    fileprivate init(_ request: URLRequest) {
        let url = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        self.init(
            method: request.httpMethod ?? "GET", host: url?.host ?? "", port: url?.port,
            path: url?.percentEncodedPath ?? "", query: url?.percentEncodedQuery,
            url: request.url?.absoluteString ?? "a request without a URL")
    }
}
#endif
