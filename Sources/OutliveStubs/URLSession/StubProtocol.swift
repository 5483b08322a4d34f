#if LiveReset
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The protocol of one slot.
final class StubProtocol<Slot>: StubbingProtocol {}

/// Answers one request of a `URLSession` by the stubs that its class stands for.
///
/// All of it runs where the session calls it. On Linux that matters: the session's table of tasks is not locked, and a
/// client that is called from elsewhere races with it. So what is due later comes back by `resume()`, which makes the
/// session call `startLoading` again, on its own queue.
class StubbingProtocol: URLProtocol {
    private var load: StubLoad?
    private var isOver = false
    /// Whether it was stopped since it was started last.
    private var isStopped = false

    // Everything: what nobody claims goes to the network.
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        isStopped = false
        guard !isOver else { return }
        #if canImport(FoundationNetworking)
        // A task that was cancelled after this call was queued is ended by the session, and only once: a client that is
        // told of another end may find the task gone from the session's table, which ends the process.
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

    /// Called when the task is cancelled, or suspended.
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
        // A session that finds a challenge it has credentials for goes on by itself, over the network.
        if answer.status == 401 { return answer.headers.filter { $0.key.lowercased() != "www-authenticate" } }
        #endif
        return answer.headers
    }

    /// What makes the session call `startLoading` again; from any thread.
    private func wake() -> @Sendable () -> Void {
        #if canImport(FoundationNetworking)
        return { [task] in if task?.state == .running { task?.resume() } }
        #else
        nonisolated(unsafe) let this = self
        nonisolated(unsafe) let loop = RunLoop.current
        return {
            // By then it may have been stopped, which a block that waits in the loop survives.
            loop.perform { if !this.isStopped { this.startLoading() } }
            CFRunLoopWakeUp(loop.getCFRunLoop())
        }
        #endif
    }
}

extension StubbedRequest {
    /// Takes what rules look at from a session's request.
    fileprivate init(_ request: URLRequest) {
        let url = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        self.init(
            method: request.httpMethod ?? "GET", host: url?.host ?? "", port: url?.port,
            path: url?.percentEncodedPath ?? "", query: url?.percentEncodedQuery,
            url: request.url?.absoluteString ?? "a request without a URL")
    }
}
#endif
