internal import OutliveWire
internal import Testing

@testable internal import Outlive

struct InProcessNotifierTests {
    @Test func `The host performs a request and answers it`() async throws {
        let notifier = InProcessNotifier()
        let host = ResetHost(notifiers: [notifier], registry: LeakRegistry(), arguments: [], environment: [:])
        try await host.start()
        let reply = await notifier.send(ResetRequest(id: 3))
        #expect(reply.request == 3)
        #expect(reply.endedGeneration == 1)
        #expect(reply.usable)
    }

    @Test func `Every notifier can request resets`() async throws {
        let notifiers = [InProcessNotifier(), InProcessNotifier()]
        let host = ResetHost(notifiers: notifiers, registry: LeakRegistry(), arguments: [], environment: [:])
        try await host.start()
        #expect(await notifiers[0].send(ResetRequest(id: 1)).endedGeneration == 1)
        #expect(await notifiers[1].send(ResetRequest(id: 2)).endedGeneration == 2)
    }

    @Test func `Without a host the reply is an error`() async {
        let reply = await InProcessNotifier().send(ResetRequest(id: 3))
        #expect(!reply.usable)
        #expect(reply.failures.map(\.step) == ["request"])
    }

    @Test func `A notifier that cannot listen does not stop the start`() async throws {
        struct Deaf: ResetNotifier {
            func add(handler: ResetHandler) throws { throw Broken("deaf") }
        }
        let notifier = InProcessNotifier()
        let host = ResetHost(notifiers: [Deaf(), notifier], registry: LeakRegistry(), arguments: [], environment: [:])
        try await host.start()
        #expect(await notifier.send(ResetRequest(id: 1)).usable)
    }

    @Test(.timeLimit(.minutes(5))) func `A stopped host and its notifiers do not keep each other alive`() async throws {
        weak var host: ResetHost?
        weak var notifier: InProcessNotifier?
        try await {
            let strongNotifier = InProcessNotifier()
            let strongHost = ResetHost(
                notifiers: [strongNotifier], registry: LeakRegistry(), arguments: [], environment: [:])
            try await strongHost.start()
            _ = await strongNotifier.send(ResetRequest(id: 1))
            _ = await strongHost.settled()
            try await strongHost.stop()
            (host, notifier) = (strongHost, strongNotifier)
        }()
        // The runtime may keep an actor for a moment after its work.
        while notifier != nil || host != nil { await Task.yield() }
    }
}
