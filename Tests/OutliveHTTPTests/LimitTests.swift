internal import Foundation
internal import Glibc
internal import Outlive
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite(.timeLimit(.minutes(5)))
struct LimitTests {
    @Test func `A head that is too long is refused with 431`() async throws {
        try await Service.run { service in
            let long = String(repeating: "x", count: 20_000)
            try await #expect(service.status("GET", "/ready", fields: ["X-Long": long]) == 431)
            try await #expect(service.status("GET", "/\(long)") == 431)
            let many = Dictionary(uniqueKeysWithValues: (0..<101).map { ("X-\($0)", Optional("")) })
            try await #expect(service.status("GET", "/ready", fields: many) == 431)
            try await service.expectIntact()
        }
    }

    @Test func `A body of 10 MB is refused with 413 during its transfer, and the client gets the answer`() async throws
    {
        try await Service.run { service in
            let body = String(repeating: "x", count: 10 << 20)
            let answer = try await service.answer(to: service.request("POST", "/reset", body))
            #expect(answer.status == 413)
            #expect(try answer.decoded(ErrorAnswer.self).error.contains("1048576"))
            #expect(service.host.history.generation == 1)
            try await service.expectIntact()
        }
    }

    @Test func `A body of exactly the allowed size is read`() async throws {
        try await Service.run { service in
            let body = "{\"id\": 1" + String(repeating: " ", count: (1 << 20) - 9) + "}"
            #expect(body.utf8.count == 1 << 20)
            try await #expect(service.status("POST", "/reset", body) == 200)
            try await #expect(service.status("POST", "/reset", body + " ") == 413)
        }
    }

    @Test func `A client that asks whether to continue is answered`() async throws {
        try await Service.run { service in
            let client = try await Client(service.url)
            var request = service.request("POST", "/reset", "{}", fields: ["Expect": "100-continue"])
            request.removeLast(2)
            try await client.send(request)
            let first = try await client.connection.read(atMost: 1_000, until: Client.patience)
            #expect(String(decoding: first, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
            try await client.send("{}")
            let answer = try await client.answer()
            #expect(answer.status == 200)

            let refused = try await Client(service.url)
            try await refused.send(
                service.request("POST", "/reset", fields: ["Expect": "100-continue", "Content-Length": "9999999"]))
            try await #expect(refused.answer().status == 413)
        }
    }

    @Test(arguments: ["", "200-ok", "100-continue, x"])
    func `A client that expects anything else is refused with 417`(expectation: String) async throws {
        try await Service.run { service in
            try await #expect(service.status("POST", "/reset", "{}", fields: ["Expect": expectation]) == 417)
            #expect(service.host.history.generation == 1)
            try await service.expectIntact()
        }
    }

    @Test func `Waiting calls leave connections for status requests`() async throws {
        let gate = Gate()
        let calls = Counter()
        try await Service.run(
            handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            // A stream counts as well; its first line says that it has its place.
            let stream = try await Client(service.url)
            try await stream.send(service.request("GET", "/events"))
            _ = try await stream.connection.read(atMost: 1, until: Client.patience)
            var waiting = [stream]
            for _ in 0..<13 {
                let client = try await Client(service.url)
                try await client.send(service.request("POST", "/reset", #"{"deadline": 3600}"#))
                waiting.append(client)
            }
            try await eventually("the calls do not wait") { calls.count == 13 }
            func ask(_ method: String, _ target: String) async throws -> Answer {
                // A connection counts until the server has closed it.
                try await eventually("a connection is still open") { service.notifier.openSockets == 15 }
                return try await service.ask(method, target)
            }
            for target in ["/reset", "/ping"] {
                let refused = try await ask("POST", target)
                #expect(refused.status == 409)
                #expect(refused.fields["retry-after"] == "1")
                #expect(try refused.decoded(ErrorAnswer.self).error.contains("14"))
            }
            try await #expect(ask("GET", "/events").status == 503)
            let ready = try await ask("GET", "/ready")
            #expect(ready.status == 503)
            #expect(try ready.decoded(ReadyAnswer.self).ready == false)
            try await #expect(ask("GET", "/debug").status == 200)
            gate.open()
            for client in waiting.dropFirst() { try await #expect(client.answer().status == 200) }
            stream.connection.endWriting()
            waiting = []
            try await service.expectIntact()
        }
    }

    @Test(arguments: ["its head", "its body"])
    func `A client that sends a byte now and then does not extend its deadline`(part: String) async throws {
        var limits = HTTPLimits.patient
        if part == "its head" { limits.headTime = .milliseconds(200) } else { limits.bodyTime = .milliseconds(200) }
        try await Service.run(limits: limits) { service in
            let whole = service.request(
                "POST", "/reset", fields: ["Content-Length": "1000000", "Content-Type": "application/json"])
            do {
                let client = try await Client(service.url)
                try await client.send(part == "its head" ? "GET /ready HTTP/1.1\r\nX-Slow: " : whole)
                let drip = Task {
                    while !Task.isCancelled {
                        try await client.send("x")
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
                let answer = try await client.answer()
                #expect(answer.status == 408)
                #expect(try answer.decoded(ErrorAnswer.self).error.contains(part))
                drip.cancel()
                _ = await drip.result
            }
            try await service.expectClosed()
        }
    }

    @Test func `A silent client is answered that it took too long`() async throws {
        var limits = HTTPLimits.patient
        limits.headTime = .milliseconds(50)
        try await Service.run(limits: limits) { service in
            try await #expect(service.answer(to: "").status == 408)
            // Not that a reset works: it would have as little time.
            try await service.expectClosed()
        }
    }

    @Test func `Data sent in time counts, however late the server reads it`() async throws {
        // More than is read at once otherwise.
        let body = String(repeating: "x", count: 100_000)
        var (_, reader) = try await Self.overdue([
            "POST /reset HTTP/1.1\r\nContent-Length: 100000\r\n\r\n\(body)"
        ])
        let head = try await reader.head()
        #expect(head.path == "/reset")
        #expect(try await reader.body(of: head) == Array(body.utf8))
    }

    @Test func `Data not sent in time is not waited for`() async throws {
        var (client, reader) = try await Self.overdue(["POST /reset HTTP/1.1\r\nContent-Length: 9\r\n\r"])
        var refusal = await #expect(throws: Refusal.self) { try await reader.head() }
        #expect(refusal?.status == 408)
        (client, reader) = try await Self.overdue(["POST /reset HTTP/1.1\r\nContent-Length: 9\r\n\r\n12345678"])
        let head = try await reader.head()
        refusal = await #expect(throws: Refusal.self) { try await reader.body(of: head) }
        #expect(refusal?.status == 408)
        withExtendedLifetime(client) {}
    }

    @Test func `A client that always has more to send does not extend its deadline`() async throws {
        // Of packets each read gets one: it is as if the second had come just after the first was read.
        let packets = ["POST /reset HTTP/1.1\r\nContent-Length: 9\r\n\r\n", "1234", "56789"]
        var (client, reader) = try await Self.overdue(packets, by: SOCK_SEQPACKET)
        let head = try await reader.head()
        let refusal = await #expect(throws: Refusal.self) { try await reader.body(of: head) }
        #expect(refusal?.status == 408)
        (client, reader) = try await Self.overdue(["POST /reset ", "HTTP/1.1\r\n\r\n"], by: SOCK_SEQPACKET)
        await #expect(throws: Refusal.self) { try await reader.head() }
        withExtendedLifetime(client) {}
    }

    /// A client that has sent something, and a reader of it whose time was over before it began.
    private static func overdue(
        _ texts: [String], by type: __socket_type = SOCK_STREAM
    ) async throws -> (client: Connection, reader: RequestReader) {
        var numbers: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(type.rawValue), 0, &numbers) == 0)
        let ends = numbers.map { Connection(Descriptor($0, counted: OpenDescriptorCount())) }
        for text in texts { try await ends[0].write(Array(text.utf8), until: Client.patience) }
        var limits = HTTPLimits.patient
        limits.headTime = .zero
        limits.bodyTime = .zero
        return (ends[0], RequestReader(ends[1], limits))
    }

    @Test func `A client that does not read its answer loses its connection`() async throws {
        var limits = HTTPLimits.patient
        limits.writeTime = .milliseconds(100)
        limits.heartbeat = .milliseconds(1)
        limits.eventStreams = 1
        try await Service.run(limits: limits) { service in
            let client = try await Client(service.url, receiveBuffer: 65_536)
            try await client.send(service.request("GET", "/events"))
            // Its first byte says that the stream has begun.
            _ = try await client.connection.read(atMost: 1, until: Client.patience)
            // The client reads no further. Resets with large replies fill its buffers.
            let step = String(repeating: "x", count: 100_000)
            await service.host.onQuiesce(step) {}
            for _ in 0..<60 { await service.host.reset() }
            try await eventually("the connection is still open") { service.notifier.openSockets == 1 }
            withExtendedLifetime(client) {}
            try await #expect(service.status("GET", "/ready") == 200)
        }
    }

    @Test func `Stalled clients without a token keep no other client out`() async throws {
        try await Service.run { service in
            var stalled: [Client] = []
            for _ in 0..<300 {
                let client = try await Client(service.url)
                try await client.send("GET /ready HTTP/1.1\r\nX: ")
                stalled.append(client)
            }
            try await #expect(service.status("GET", "/ready") == 200)
            try await #expect(service.status("POST", "/reset") == 200)
            let limit = HTTPLimits.patient.pending
            try await eventually("more are open than may be") { service.notifier.openSockets <= 1 + limit }
            // The newest have not given way.
            try await stalled[299].send("\r\n\r\n")
            try await #expect(stalled[299].answer().status == 403)
            stalled = []
            try await service.expectIntact()
        }
    }

    @Test func `A complete request does not give way to later ones`() async throws {
        var numbers: [Int32] = [-1, -1]
        func pair() throws -> (client: Connection, server: Connection) {
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
            let ends = numbers.map { Connection(Descriptor($0, counted: OpenDescriptorCount())) }
            return (ends[0], ends[1])
        }
        let pending = PendingConnections(2)
        let (ready, stalled, next, last) = (try pair(), try pair(), try pair(), try pair())
        try await ready.client.write([1], until: Client.patience)
        #expect(pending.add(ready.server))
        #expect(pending.add(stalled.server))
        #expect(pending.add(next.server))
        #expect(try stalled.client.readNow(atMost: 1) == [])
        #expect(try ready.client.readNow(atMost: 1) == nil)
        // All have something to be read: no one is closed.
        try await next.client.write([1], until: Client.patience)
        #expect(!pending.add(last.server))
        pending.remove(ready.server)
        #expect(pending.add(last.server))
        #expect(try next.client.readNow(atMost: 1) == nil)

        // What has been read may be complete, until its reader waits for more.
        let another = try pair()
        #expect(try next.server.readNow(atMost: 9) == [1])
        try await last.client.write([1], until: Client.patience)
        #expect(!pending.add(another.server))
        #expect(try next.server.readNow(atMost: 9) == nil)
        #expect(pending.add(another.server))
        #expect(try next.client.readNow(atMost: 1) == [])
    }

    @Test func `Of 200 concurrent requests each is served or refused, and no connection stays open`() async throws {
        let gate = Gate()
        let calls = Counter()
        try await Service.run(
            handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            let answers = try await withThrowingTaskGroup(of: Answer?.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        let client = try await Client(service.url)
                        try? await client.send(service.request("POST", "/reset", #"{"deadline": 3600}"#))
                        // One of a crowd may be closed before it has sent its request, or before its answer is read.
                        return try? await client.answer()
                    }
                }
                try await eventually("no call waits") { calls.count > 0 }
                gate.open()
                return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
            }
            let refused = answers.filter { $0.status != 200 }
            #expect(refused.allSatisfy { [409, 503].contains($0.status) && $0.fields["retry-after"] == "1" })
            #expect((1...calls.count).contains(answers.count - refused.count))
            try await eventually("connections are still open") { service.notifier.openSockets == 1 }
            try await service.expectIntact()
        }
    }

    @Test func `Requests with and without a token take no places from each other`() async throws {
        let gate = Gate()
        var limits = HTTPLimits.patient
        limits.connections = 1
        try await Service.run(limits: limits, steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            // The server reads the rest of this client's data until it closes its side.
            let stranger = try await Client(service.url)
            try await stranger.send(service.request("GET", "/ready", fields: ["Authorization": nil]))
            try await #expect(stranger.answer().status == 401)
            try await #expect(service.status("GET", "/ready") == 200)
            stranger.connection.endWriting()

            async let reset = service.status("POST", "/reset", #"{"deadline": 3600}"#)
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            let refused = try await service.ask("GET", "/ready")
            #expect(refused.status == 503)
            #expect(try refused.decoded(ErrorAnswer.self).error.contains("1 requests"))
            try await #expect(service.status("GET", "/debug", fields: ["Authorization": nil]) == 200)
            gate.open()
            #expect(try await reset == 200)
            try await service.expectIntact()
        }
    }

    @Test(arguments: [
        ("POST /reset HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
        ("POST /reset HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400),
        ("POST /reset HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
        ("POST /reset HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /reset HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("GET /ready HTTP/1.1\n\n", 400),
        ("GET /ready HTTP/1.1\r\nHo\u{0}st: a\r\n\r\n", 400),
        ("\r\n\r\n", 400),
        ("GET /ready HTTP/2.0\r\n\r\n", 505),
        ("\u{16}\u{3}\u{1}\u{2}\n", 400),
    ])
    func `An ambiguous request is refused`(text: String, status: Int) async throws {
        try await Service.run { service in
            let answer = try await service.answer(to: text)
            #expect(answer.status == status)
            let error = try answer.decoded(ErrorAnswer.self).error
            #expect(!error.isEmpty)
            try await service.expectIntact()
        }
    }
}
