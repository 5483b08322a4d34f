internal import Foundation
internal import Outlive
import OutliveSupport
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite(.timeLimit(.minutes(5)))
struct FaultTests {
    @Test func `A port in use disables resets over HTTP, and the application runs unchanged`() async throws {
        try await Service.run { service in
            let port = try #require(service.url.split(separator: ":").last.flatMap { UInt16($0) })
            let environment = ["OUTLIVE_TOKEN": Service.token]
            let second = HTTPNotifier(at: .port(port), environment: environment)
            let error = await #expect(throws: ResetError.self) {
                try await second.add(handler: ResetHandler { ResetReply(request: $0.id, endedGeneration: 1) })
            }
            #expect(error?.code == .cannotListen)
            #expect(error?.description.contains("127.0.0.1:\(port)") == true)
            #expect(second.openSockets == 0)

            let third = HTTPNotifier(at: .port(port), environment: environment)
            let host = ResetHost(notifiers: [third], registry: LeakRegistry(), arguments: [], environment: environment)
            try await host.start()
            #expect(await host.isUsable)
            #expect(await third.url == nil)
            try await service.expectIntact()
        }
    }

    @Test func `A client that leaves during a reset does not stop it`() async throws {
        let gate = Gate()
        try await Service.run(steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            var client: Client? = try await Client(service.url)
            try await client?.send(service.request("POST", "/reset"))
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            client = nil
            gate.open()
            try await eventually("the reset has not ended") { service.host.history.generation == 2 }
            try await service.expectIntact()
        }
    }

    @Test func `A call whose client left is withdrawn before its turn`() async throws {
        let gate = Gate()
        try await Service.run(steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            var events = service.host.history.events().makeAsyncIterator()
            async let first = service.status("POST", "/reset", #"{"deadline": 3600}"#)
            #expect(await events.next() == .began)
            for target in ["/reset", "/ping"] {
                var client: Client? = try await Client(service.url)
                try await client?.send(service.request("POST", target))
                try await eventually("the call is not there") { service.notifier.openSockets == 3 }
                client = nil
                // The turn of the first one has not ended yet.
                guard case .ended(let reply) = await events.next() else { throw Broken("nothing was withdrawn") }
                #expect(reply.refusal == .busy)
                try await eventually("the connection is still open") { service.notifier.openSockets == 2 }
            }
            gate.open()
            #expect(try await first == 200)
            #expect(service.host.history.generation == 2)
            try await service.expectIntact()
        }
    }

    @Test func `Waiting clients are notified of the server's end, which does not wait for them`() async throws {
        let gate = Gate()
        let calls = Lock(0)
        let handler: (ResetHost) -> ResetHandler = { host in
            ResetHandler(history: host.history) { request in
                calls.withLock { $0 += 1 }
                return await host.handle(request)
            }
        }
        try await Service.run(handler: handler, steps: { await $0.onQuiesce("wait") { await gate.wait() } }) {
            service in
            let began = try await Client(service.url)
            try await began.send(service.request("POST", "/reset"))
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            var clients = [began]
            for request in [service.request("POST", "/reset", #"{"id": 1}"#), service.request("POST", "/ping")] {
                let client = try await Client(service.url)
                try await client.send(request)
                clients.append(client)
            }
            try await eventually("they are not there") { calls.withLock { $0 } == 3 }
            await service.notifier.stop()
            #expect(service.notifier.openSockets == 0)
            for client in clients {
                let answer = try await client.answer()
                #expect(answer.status == 503)
                #expect(try answer.decoded(ErrorAnswer.self).error.contains("stopping"))
            }
            gate.open()
            _ = await service.host.handle(ResetRequest(id: 0, kind: .ping))
            #expect(service.host.history.generation == 2)
        }
    }

    @Test func `A teardown that throws is reported, and the next reset works`() async throws {
        try await Service.run(
            steps: { host in
                await host.add("store") { _ in
                    1
                } teardown: { _ in
                    throw Broken("it is stuck")
                }
            }
        ) { service in
            let answer = try await service.ask("POST", "/reset")
            #expect(answer.status == 200)
            let reply = try answer.decoded(ResetAnswer.self).reply
            #expect(reply.failures == [StepFailure(step: "teardown/store", message: "it is stuck")])
            #expect(reply.usable)
            try await service.expectIntact()
        }
    }

    @Test func `A rebuild that throws is answered with 500 and its details, and the next reset works`()
        async throws
    {
        let isBroken = Lock(false)
        try await Service.run(
            steps: { host in
                await host.add("store") { _ in if isBroken.withLock({ $0 }) { throw Broken("no store") } }
            }
        ) { service in
            isBroken.withLock { $0 = true }
            let answer = try await service.ask("POST", "/reset", #"{"id": "a"}"#)
            #expect(answer.status == 500)
            let reply = try answer.decoded(ResetAnswer.self).reply
            #expect(reply.failures == [StepFailure(step: "rebuild/store", message: "no store")])
            try await #expect(service.status("GET", "/ready") == 503)
            isBroken.withLock { $0 = false }
            try await service.expectIntact()
            try await #expect(service.status("GET", "/ready") == 200)
        }
    }

    @Test func `A call whose turn does not come is refused with 409, and may be sent again`() async throws {
        let gate = Gate()
        try await Service.run(steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            async let first = service.status("POST", "/reset")
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            let second = try await service.ask("POST", "/reset", #"{"id": 7, "deadline": 0.05}"#)
            #expect(second.status == 409)
            #expect(try second.decoded(ErrorAnswer.self).error.contains("deadline"))
            gate.open()
            #expect(try await first == 200)
            let again = try await service.ask("POST", "/reset", #"{"id": 7}"#)
            #expect(again.status == 200)
            #expect(again.fields["outlive-repeated"] == nil)
            try await service.expectIntact()
        }
    }

    @Test func `A reset that misses its deadline continues, and its answer is kept`() async throws {
        let gate = Gate()
        var limits = HTTPLimits.patient
        limits.grace = .zero
        try await Service.run(limits: limits, steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            let held = try await Client(service.url)
            try await held.send(service.request("POST", "/reset", #"{"id": 7}"#))
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            // The same call, whose client has less patience.
            let answer = try await service.ask("POST", "/reset", #"{"id": 7, "deadline": 0.05}"#)
            #expect(answer.status == 504)
            #expect(try answer.decoded(ErrorAnswer.self).error.contains("same id"))
            gate.open()
            let first = try await held.answer()
            #expect(first.status == 200)
            let again = try await service.ask("POST", "/reset", #"{"id": 7}"#)
            #expect(again.fields["outlive-repeated"] == "true")
            #expect(again.body == first.body)
            #expect(service.host.history.generation == 2)
            try await service.expectIntact()
        }
    }

    @Test func `A reset from inside a reset is refused, called directly or over HTTP`() async throws {
        let replies = Lock<[ResetReply.Refusal?]>([])
        let statuses = Lock<[Int]>([])
        let service = Lock<Service?>(nil)
        try await Service.run(
            steps: { host in
                await host.add("nosy") { [unowned host] _ in
                    guard let service = service.withLock({ $0 }) else { return }
                    let reply = await host.reset()
                    replies.withLock { $0.append(reply.refusal) }
                    let status = try await service.status("POST", "/reset", #"{"deadline": 0.05}"#)
                    statuses.withLock { $0.append(status) }
                }
            }
        ) { running in
            service.withLock { $0 = running }
            try await #expect(running.status("POST", "/reset") == 200)
            service.withLock { $0 = nil }
            #expect(replies.withLock { $0 } == [.inside])
            #expect(statuses.withLock { $0 } == [409])
            #expect(running.host.history.generation == 2)
            try await running.expectIntact()
        }
    }

    @Test func `Of 1000 resets, 200 at a time, each is performed or refused, and none is lost`() async throws {
        try await Service.run(steps: { await $0.add("store") { _ in 1 } }) { service in
            let events = service.host.history.events()
            let carriedOut = Task {
                var count = 0
                for await case .ended(let reply) in events where reply.refusal == nil {
                    if reply.kind == .ping { break }
                    count += 1
                }
                return count
            }
            let statuses = await withTaskGroup(of: Int?.self) { group in
                var statuses: [Int: Int] = [:]
                for number in 0..<1_000 {
                    // All of them at once would be more descriptors than a process may have on many a machine.
                    if number >= 200, let status = await group.next() { statuses[status ?? 0, default: 0] += 1 }
                    group.addTask {
                        // One of a crowd may be turned away so fast that it does not see the answer.
                        guard let client = try? await Client(service.url) else { return nil }
                        try? await client.send(service.request("POST", "/reset", #"{"deadline": 3600}"#))
                        return try? await client.answer().status
                    }
                }
                for await status in group { statuses[status ?? 0, default: 0] += 1 }
                return statuses
            }
            #expect(statuses.values.reduce(0, +) == 1_000)
            #expect(Set(statuses.keys).isSubset(of: [0, 200, 409, 503]))
            // Its turn comes after all of theirs.
            _ = await service.host.handle(ResetRequest(id: 0, kind: .ping))
            let done = await carriedOut.value
            #expect(service.host.history.generation == 1 + done)
            #expect((1...done).contains(statuses[200] ?? 0))
            try await service.expectIntact()
        }
    }

    @Test func `1000 resets in a row leave no socket behind`() async throws {
        try await Service.run(steps: { await $0.add("store") { _ in 1 } }) { service in
            for _ in 0..<1_000 { try await #expect(service.status("POST", "/reset") == 200) }
            #expect(service.host.history.generation == 1_001)
            try await service.expectIntact()
        }
    }

    @Test func `A client that leaves before its request is complete leaves nothing behind`() async throws {
        try await Service.run { service in
            let almost = String(service.request("POST", "/reset", "{}").dropLast(1))
            for part in ["", "GET", "GET /ready HTTP/1.1\r\n", almost] {
                let client = try await Client(service.url)
                try await client.send(part)
            }
            #expect(service.host.history.generation == 1)
            try await service.expectIntact()
        }
    }
}
