internal import COutlive
internal import Foundation
internal import Glibc
import OutliveSupport
internal import OutliveWire
internal import Testing

@testable internal import Outlive

/// Real signals to this process. Each test uses a signal of its own, because they all share the process.
@Suite(.timeLimit(.minutes(5)))
struct SignalNotifierTests {
    let directory: TemporaryDirectory
    let sockets: TemporaryDirectory
    let receiver: NotificationReceiver
    let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        sockets = try TemporaryDirectory()
        receiver = try NotificationReceiver(in: sockets)
        environment = [EnvironmentName.directory: directory.path, EnvironmentName.notifySocket: receiver.name]
    }

    func write(_ request: ResetRequest) throws {
        let content = try JSONEncoder().encode(request)
        try content.write(to: URL(filePath: directory.file(ResetRequest.fileName(id: request.id))))
    }

    func queue(_ signal: SignalNumber, _ number: Int) {
        #expect(sigqueue(getpid(), signal.number, sigval(sival_int: Int32(number))) == 0)
    }

    /// The requests that arrive by a signal, as they are handed to a handler.
    func requests(of signal: String) throws -> AsyncStream<ResetRequest> {
        let (stream, continuation) = AsyncStream.makeStream(of: ResetRequest.self)
        try SignalNotifier(named: signal, environment: environment).add(
            handler: ResetHandler { request in
                continuation.yield(request)
                return ResetReply(request: request.id, endedGeneration: 1)
            })
        return stream
    }

    @Test func `The default signal resets a host, and the harness is notified`() async throws {
        let host = ResetHost(registry: LeakRegistry(), arguments: [], environment: environment)
        let seen = Lock<[LaunchInput]>([])
        await host.add("store") { input in seen.withLock { $0.append(input) } }
        try await host.start()
        #expect(await receiver.next() == ["READY": "1"])

        try write(ResetRequest(id: 1, change: InputChange(arguments: ["--x"], environment: ["A": "b"])))
        queue(.reset, 1)

        #expect(await receiver.next()["RELOADING"] == "1")
        let ready = await receiver.next()
        #expect(ready["READY"] == "1")
        #expect(ready["X_OUTLIVE_REQUEST"] == "1")
        let input = try #require(seen.withLock { $0.last })
        #expect(input.arguments == ["--x"])
        #expect(input.environment["A"] == "b")
        #expect(await host.settled()?.reply?.request == 1)
    }

    // The kernel may deliver two of them to two threads at once, so that their order is not certain.
    @Test func `Concurrent signals are each answered once`() async throws {
        var requests = try requests(of: "RTMIN+2").makeAsyncIterator()
        for id in 1...10 { try write(ResetRequest(id: id)) }
        let signal = try #require(SignalNumber("RTMIN+2"))
        for id in 1...10 { queue(signal, id) }
        var ids: [Int] = []
        while ids.count < 10, let request = await requests.next() { ids.append(request.id) }
        #expect(ids.sorted() == Array(1...10))
    }

    @Test func `A signal without a number stands for the newest unread request, or for a plain reset`() async throws {
        var requests = try requests(of: "USR1").makeAsyncIterator()
        kill(getpid(), SIGUSR1)
        #expect(await requests.next() == ResetRequest(id: 0))

        try write(ResetRequest(id: 1))
        try write(ResetRequest(id: 2, change: InputChange(arguments: ["newest"])))
        kill(getpid(), SIGUSR1)
        #expect(await requests.next() == ResetRequest(id: 2, change: InputChange(arguments: ["newest"])))

        kill(getpid(), SIGUSR1)
        #expect(await requests.next() == ResetRequest(id: 0))

        // Numbers of 0 and below are no requests.
        queue(SignalNumber(number: SIGUSR1), -4)
        #expect(await requests.next() == ResetRequest(id: 0))
    }

    @Test func `An unreadable request is answered with the reason, and the next one is served`() async throws {
        var requests = try requests(of: "RTMIN+4").makeAsyncIterator()
        let signal = try #require(SignalNumber("RTMIN+4"))
        try directory.write("{ not json", to: "request-1.json")
        queue(signal, 1)
        let failed = await receiver.next()
        #expect(failed["X_OUTLIVE_REQUEST"] == "1")
        #expect(failed["X_OUTLIVE_FAILED"]?.contains("request-1.json") == true)
        #expect(failed["READY"] == nil)

        try write(ResetRequest(id: 2))
        queue(signal, 2)
        #expect(await requests.next()?.id == 2)
    }

    @Test func `A request that a plain signal selected is not executed again by its own signal`() async throws {
        var requests = try requests(of: "RTMIN+7").makeAsyncIterator()
        let signal = try #require(SignalNumber("RTMIN+7"))
        try write(ResetRequest(id: 1))
        kill(getpid(), signal.number)
        #expect(await requests.next()?.id == 1)

        queue(signal, 1)
        try write(ResetRequest(id: 2))
        queue(signal, 2)
        #expect(await requests.next()?.id == 2)
    }

    @Test func `While a reset hangs, the request of a later signal is refused at its deadline`() async throws {
        let gate = Gate()
        let notifier = try SignalNotifier(named: "RTMIN+8", environment: environment)
        let host = ResetHost(
            notifiers: [notifier], registry: LeakRegistry(), arguments: [], environment: environment)
        await host.add("slow") { input in
            guard input.arguments == ["slow"] else { return }
            await gate.wait()
        }
        try await host.start()
        #expect(await receiver.next() == ["READY": "1"])
        let signal = try #require(SignalNumber("RTMIN+8"))
        try write(ResetRequest(id: 1, change: InputChange(arguments: ["slow"])))
        queue(signal, 1)
        #expect(await receiver.next()["RELOADING"] == "1")

        try write(ResetRequest(id: 2, kind: .ping, deadline: 0.001))
        queue(signal, 2)
        let refused = await receiver.next()
        #expect(refused["X_OUTLIVE_REQUEST"] == "2")
        #expect(refused["X_OUTLIVE_FAILED"] != nil)

        gate.open()
        #expect(await receiver.next()["X_OUTLIVE_REQUEST"] == "1")
    }

    @Test func `Without a harness the signal keeps its meaning`() throws {
        let notifier = try SignalNotifier(named: "RTMIN+5", environment: [:])
        try notifier.add(handler: ResetHandler { ResetReply(request: $0.id, endedGeneration: 1) })
        var action = sigaction()
        #expect(sigaction(__libc_current_sigrtmin() + 5, nil, &action) == 0)
        #expect(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0)
    }

    @Test func `A signal serves one notifier`() throws {
        let first = try SignalNotifier(named: "RTMIN+6", environment: environment)
        try first.add(handler: ResetHandler { ResetReply(request: $0.id, endedGeneration: 1) })
        let error = #expect(throws: ResetError.self) {
            try first.add(handler: ResetHandler { ResetReply(request: $0.id, endedGeneration: 1) })
        }
        #expect(error?.code == .cannotListen)
    }

    @Test(arguments: ["NOPE", "KILL", "SIGSTOP", "9"])
    func `A name of no signal, or of one that cannot be caught, is refused at once`(name: String) {
        let error = #expect(throws: ResetError.self) { try SignalNotifier(named: name) }
        #expect(error?.code == .unknownSignal)
    }
}
