internal import Foundation
internal import Outlive
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// Clients that disconnect while they wait. Their resources are free at once, regardless of the application.
@Suite(.timeLimit(.minutes(5)))
struct DepartureTests {
    @Test(arguments: ["", #"{"id": 1, "deadline": 3600}"#])
    func `A client that leaves a reset that hangs leaves nothing behind`(body: String) async throws {
        let gate = Gate()
        try await Service.run(steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            try await service.leave("POST", "/reset", body) { !service.host.history.isUsable }
            try await eventually("the connection is still open") { service.notifier.openSockets == 1 }
            #expect(service.host.history.generation == 1)
            gate.open()
            try await eventually("the reset has not ended") { service.host.history.isUsable }
            #expect(service.host.history.generation == 2)
            if !body.isEmpty { try await service.expectKept(body, generations: 2...2) }
            try await service.expectIntact()
        }
    }

    @Test func `A call with an id keeps its turn and its answer after its client left`() async throws {
        let gate = Gate()
        let calls = Counter()
        try await Service.run(
            handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            async let first = service.status("POST", "/reset", #"{"deadline": 3600}"#)
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            try await service.leave("POST", "/reset", #"{"id": "a", "deadline": 3600}"#) { calls.count == 2 }
            try await eventually("the connection is still open") { service.notifier.openSockets == 2 }
            gate.open()
            #expect(try await first == 200)
            try await eventually("the other call is lost") { service.host.history.generation == 3 }
            try await service.expectKept(#"{"id": "a"}"#, generations: 3...3)
            try await service.expectIntact()
        }
    }

    @Test func `Clients that give up do not use up places while a reset hangs`() async throws {
        let gate = Gate()
        let calls = Counter()
        try await Service.run(
            handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            for id in 1...20 {
                try await service.leave("POST", "/reset", #"{"id": \#(id), "deadline": 3600}"#) { calls.count == id }
            }
            try await eventually("connections are still open") { service.notifier.openSockets == 1 }
            let busy = try await service.ask("POST", "/reset", #"{"deadline": 0.05}"#)
            #expect(busy.status == 409)
            try await #expect(service.ask("GET", "/ready").decoded(ReadyAnswer.self).ready == false)
            gate.open()
            try await eventually("not all are carried out") { service.host.history.generation == 21 }
            // They may have reached the host in any order.
            for id in 1...20 { try await service.expectKept(#"{"id": \#(id)}"#, generations: 2...21) }
            #expect(service.host.history.generation == 21)
            try await service.expectIntact()
        }
    }

    @Test func `The number of pending calls with an id is limited, with clients or without`() async throws {
        let gate = Gate()
        let calls = Counter()
        var limits = HTTPLimits.patient
        limits.rememberedCalls = 2
        try await Service.run(
            limits: limits, handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            for id in 1...2 {
                try await service.leave("POST", "/reset", #"{"id": \#(id), "deadline": 3600}"#) { calls.count == id }
            }
            let refused = try await service.ask("POST", "/reset", #"{"id": 3}"#)
            #expect(refused.status == 503)
            #expect(refused.fields["retry-after"] == "1")
            #expect(try refused.decoded(ErrorAnswer.self).error.contains("2 calls with an id"))
            // One that is under way is no further one.
            async let joined = service.status("POST", "/reset", #"{"id": 2, "deadline": 3600}"#)
            try await eventually("the call is not there") { service.notifier.openSockets == 2 }
            gate.open()
            #expect(try await joined == 200)
            try await #expect(service.status("POST", "/reset", #"{"id": 3}"#) == 200)
            #expect(service.host.history.generation == 4)
            try await service.expectIntact()
        }
    }

    @Test func `A client that leaves while the generation settles leaves nothing behind`() async throws {
        try await Service.runLeaking { service in
            try await service.leave("POST", "/reset?wait=settled", #"{"deadline": 3600}"#) {
                service.host.history.isUsable && service.host.history.generation == 2
            }
            try await eventually("the connection is still open") { service.notifier.openSockets == 1 }
            #expect(service.host.history.reports.isEmpty)
        }
    }

    @Test func `A client that closes its side counts as gone, and is not answered`() async throws {
        let gate = Gate()
        try await Service.run(steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            let client = try await Client(service.url)
            try await client.send(service.request("POST", "/reset"))
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            client.connection.endWriting()
            await #expect(throws: Answer.Incomplete.self) { try await client.answer() }
            gate.open()
            try await service.expectIntact()
        }
    }

    @Test func `Calls that wait without a client are withdrawn at the end of the server`() async throws {
        let gate = Gate()
        let calls = Counter()
        try await Service.run(
            handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            var events = service.host.history.events().makeAsyncIterator()
            try await service.leave("POST", "/reset") { !service.host.history.isUsable }
            #expect(await events.next() == .began)
            try await service.leave("POST", "/reset", #"{"id": 1, "deadline": 3600}"#) { calls.count == 2 }
            try await eventually("connections are still open") { service.notifier.openSockets == 1 }
            await service.notifier.stop()
            // The reset that hangs has not ended yet.
            guard case .ended(let reply) = await events.next() else { throw Broken("nothing was taken back") }
            #expect(reply.refusal == .busy)
            gate.open()
            _ = await service.host.handle(ResetRequest(id: 0, kind: .ping))
            #expect(service.host.history.generation == 2)
        }
    }
}

extension Service {
    /// Sends a request, and goes away without an answer as soon as something is so.
    fileprivate func leave(
        _ method: String, _ target: String, _ body: String = "", at location: SourceLocation = #_sourceLocation,
        when condition: () async throws -> Bool
    ) async throws {
        let client = try await Client(url)
        try await client.send(request(method, target, body))
        try await eventually("the call is not there", at: location, condition)
        withExtendedLifetime(client) {}
    }

    /// Checks that a call that was carried out is answered and not carried out again.
    fileprivate func expectKept(
        _ body: String, generations: ClosedRange<Int>, at location: SourceLocation = #_sourceLocation
    ) async throws {
        // The application is ready a moment before the answer is kept.
        try await eventually("the answer is not kept", at: location) {
            let again = try await ask("POST", "/reset", body)
            #expect(again.status == 200, sourceLocation: location)
            #expect(try generations.contains(again.decoded(ResetAnswer.self).generation), sourceLocation: location)
            return again.fields["outlive-repeated"] == "true"
        }
    }
}
