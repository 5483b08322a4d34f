import Foundation
import Testing

@testable import OutliveStubs

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct SessionStubsTests {
    private let page = "http://example.org/page"

    private func session(_ stubs: InstalledStubs, delegate: (any URLSessionDelegate)? = nil) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        stubs.install(in: configuration)
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `A session gets the status, the headers and the body of the stub`() async throws {
        let stubs = InstalledStubs([
            RequestStub(
                host: "example.org", path: "/page", status: 404, headers: ["X-Answer": "yes"], body: .json("[1]"))
        ])
        let session = session(stubs)
        defer { session.invalidateAndCancel() }
        let (data, response) = try await session.data(from: try url(page))
        let answer = try #require(response as? HTTPURLResponse)
        #expect(data == Data("[1]".utf8))
        #expect(answer.statusCode == 404)
        #expect(answer.value(forHTTPHeaderField: "X-Answer") == "yes")
        #expect(answer.value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(answer.value(forHTTPHeaderField: "Content-Length") == "3")
        #expect(stubs.answered == 1 && stubs.unmatchedCount == 0)
    }

    @Test func `A request with a body is answered, and so is an upload`() async throws {
        let stubs = InstalledStubs([RequestStub(method: "POST", body: .text("thanks"))])
        let session = session(stubs)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: try url(page))
        request.httpMethod = "POST"
        #expect(try await session.upload(for: request, from: Data("b".utf8)).0 == Data("thanks".utf8))
        request.httpBody = Data("a".utf8)
        #expect(try await session.data(for: request).0 == Data("thanks".utf8))
    }

    @Test(arguments: [302, 401]) func `A redirect or a challenge is an answer like others`(status: Int) async throws {
        let stubs = InstalledStubs([
            RequestStub(
                path: "/page", status: status,
                headers: ["Location": "http://example.org/", "WWW-Authenticate": "Basic realm=\"a\""], body: .text("x"))
        ])
        let session = session(stubs)
        defer { session.invalidateAndCancel() }
        let (data, response) = try await session.data(from: try url(page))
        #expect((response as? HTTPURLResponse)?.statusCode == status)
        #expect(data == Data("x".utf8))
        #expect(stubs.unmatched.isEmpty)
    }

    @Test func `A request without a stub fails, is listed, and its error lists the stubs`() async throws {
        let stubs = InstalledStubs([RequestStub(method: "GET", host: "example.org", path: "/other")])
        let session = session(stubs)
        defer { session.invalidateAndCancel() }
        let error = try await #require(throws: (any Error).self) { try await session.data(from: try url(page)) }
        #expect("\(error)".contains("no stub answers GET http://example.org/page"), "\(error)")
        #expect("\(error)".contains("GET example.org/other"), "\(error)")
        #expect(stubs.unmatched.map(\.description) == ["GET http://example.org/page"])
        #expect(stubs.unmatchedCount == 1)
    }

    @Test func `Concurrent sessions have stubs of their own`() async throws {
        let all = (0..<8).map { InstalledStubs([RequestStub(body: .text("\($0)"))]) }
        let sessions = all.map { session($0) }
        defer { for session in sessions { session.invalidateAndCancel() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, session) in sessions.enumerated() {
                group.addTask {
                    for _ in 0..<20 {
                        let (data, _) = try await session.data(from: try url(page))
                        #expect(String(decoding: data, as: UTF8.self) == "\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(all.map(\.answered) == Array(repeating: 20, count: 8))
    }

    @Test func `A session that outlives its stubs fails, also if others are installed since`() async throws {
        let first = InstalledStubs([RequestStub(body: .text("first"))])
        let old = session(first)
        defer { old.invalidateAndCancel() }
        first.remove()
        let second = InstalledStubs([RequestStub(body: .text("second"))])
        let new = session(second)
        defer { new.invalidateAndCancel() }
        let error = try await #require(throws: (any Error).self) { try await old.data(from: try url(page)) }
        #expect("\(error)".contains("have been removed"), "\(error)")
    }

    @Test func `The class of removed stubs serves others, but not the next ones`() throws {
        let slots = StubSlots()
        let first = InstalledStubs([])
        let second = InstalledStubs([])
        let taken = slots.take(for: first)
        #expect(slots.take(for: second) != taken)
        #expect(slots.stubs(of: StubSlots.protocolClass(of: taken)) === first)
        slots.release(taken)
        #expect(slots.stubs(of: StubSlots.protocolClass(of: taken)) == nil)
        for _ in 0..<StubSlots.reserve {
            let other = slots.take(for: second)
            #expect(other != taken)
            slots.release(other)
        }
        #expect(slots.take(for: second) == taken)
        #expect(Set((0..<100).map { ObjectIdentifier(StubSlots.protocolClass(of: $0)) }).count == 100)
    }

    @Test func `A delay and a speed take effect exactly`() async throws {
        let clock = StubClock()
        let stubs = InstalledStubs(
            [RequestStub(body: .text(String(repeating: "x", count: 250)), delay: .seconds(3), bytesPerSecond: 100)],
            clock: clock)
        let session = session(stubs)
        defer { session.invalidateAndCancel() }
        let (data, _) = try await session.data(from: try url(page))
        #expect(data.count == 250)
        #expect(clock.alarms == [.seconds(3), .milliseconds(5_500)])
    }

    @Test func `A delegate gets a slow body piece by piece`() async throws {
        let clock = StubClock()
        let stubs = InstalledStubs(
            [RequestStub(body: .text("abcdefghij"), bytesPerSecond: 30)], clock: clock, delivery: .pieces)
        let collector = Collector()
        let session = session(stubs, delegate: collector)
        defer { session.invalidateAndCancel() }
        session.dataTask(with: try url(page)).resume()
        for await _ in collector.finished { break }
        #expect(collector.pieces.map { String(decoding: $0, as: UTF8.self) } == ["abc", "def", "ghi", "j"])
        #expect(clock.alarms == [.milliseconds(100), .milliseconds(200), .milliseconds(300), .seconds(1) * 10 / 30])
    }

    @Test func `Many concurrent slow answers reach their own requests`() async throws {
        let answers = (0..<100).map {
            RequestStub(path: "/\($0)", body: .text("answer \($0)"), delay: .milliseconds(2), bytesPerSecond: 1_000)
        }
        let stubs = InstalledStubs(RequestStubs(answers))
        let session = session(stubs)
        defer { session.invalidateAndCancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let (data, _) = try await session.data(from: try url("http://example.org/\(number)"))
                    #expect(String(decoding: data, as: UTF8.self) == "answer \(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(stubs.answered == 100)
    }

    @Test func `A cancelled task ends, and leaves nothing`() async throws {
        let clock = StubClock(isHeld: true)
        weak var gone: InstalledStubs?
        weak var task: URLSessionTask?
        do {
            let stubs = InstalledStubs([RequestStub(delay: .seconds(60))], clock: clock)
            gone = stubs
            let collector = Collector()
            let session = session(stubs, delegate: collector)
            let slow = session.dataTask(with: try url(page))
            task = slow
            slow.resume()
            for await _ in clock.asleep { break }
            session.invalidateAndCancel()
            for await _ in collector.finished { break }
            #expect((collector.error as? URLError)?.code == .cancelled)
            stubs.remove()
        }
        let deadline = ContinuousClock.now + .seconds(60)
        while gone != nil || task != nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        #expect(gone == nil && task == nil)
    }

    @Test func `A suspended task waits, and continues at the same byte`() async throws {
        let clock = StubClock(isHeld: true)
        let stubs = InstalledStubs([RequestStub(body: .text("abc"), delay: .seconds(1))], clock: clock)
        let collector = Collector()
        let session = session(stubs, delegate: collector)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: try url(page))
        task.resume()
        for await _ in clock.asleep { break }
        task.suspend()
        clock.release()
        task.resume()
        for await _ in collector.finished { break }
        #expect(collector.error == nil)
        #expect(collector.pieces == [Data("abc".utf8)])
        #expect(stubs.answered == 1)
    }
}

/// Collects the results that the tasks of a session deliver to its delegate.
private final class Collector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var data: [Data] = []
    private var failure: (any Error)?
    private let continuation: AsyncStream<Void>.Continuation
    let finished: AsyncStream<Void>

    override init() {
        (finished, continuation) = AsyncStream.makeStream()
    }

    var pieces: [Data] { lock.withLock { data } }
    var error: (any Error)? { lock.withLock { failure } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { self.data.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        lock.withLock { failure = error }
        continuation.yield()
    }
}
