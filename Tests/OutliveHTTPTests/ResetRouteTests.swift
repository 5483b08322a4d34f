internal import Foundation
internal import Outlive
import OutliveSupport
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

private final class Session: Sendable {}

@Suite(.timeLimit(.minutes(5)))
struct ResetRouteTests {
    @Test func `A reset answers with the ended generation, its timings and the new generation`() async throws {
        try await Service.run(steps: { await $0.add("store") { _ in 1 } }) { service in
            let answer = try await service.ask("POST", "/reset")
            #expect(answer.status == 200)
            let reset = try answer.decoded(ResetAnswer.self)
            #expect(reset.reply.endedGeneration == 1)
            #expect(reset.generation == 2)
            #expect(reset.settled)
            #expect(reset.id == nil)
            #expect(reset.report == nil)
            #expect(reset.reply.phases.map(\.name).contains("rebuild/store"))
        }
    }

    @Test func `A reset gives the application the arguments, environment and fixture of its call`() async throws {
        let inputs = Lock<[LaunchInput]>([])
        try await Service.run(
            environment: ["KEPT": "1"],
            steps: { await $0.add("store") { input in inputs.withLock { $0.append(input) } } }
        ) { service in
            let body = #"{"arguments": ["-SetupFixture", "a b"], "environment": {"CLEAN": "1"}, "fixture": "/tmp/a"}"#
            try await #expect(service.status("POST", "/reset", body) == 200)
            let input = try #require(inputs.withLock { $0.last })
            #expect(input.arguments == ["-SetupFixture", "a b"])
            #expect(input.environment["CLEAN"] == "1")
            #expect(input.environment["KEPT"] == "1")
            #expect(input.fixture == "/tmp/a")
        }
    }

    @Test func `Readiness has a route of its own`() async throws {
        try await Service.run { service in
            let ready = try await service.ask("GET", "/ready")
            #expect(ready.status == 200)
            #expect(try ready.decoded(ReadyAnswer.self) == ReadyAnswer(ready: true, generation: 1, watched: true))
            _ = try await service.host.stop()
            let stopped = try await service.ask("GET", "/ready")
            #expect(stopped.status == 503)
            #expect(try stopped.decoded(ReadyAnswer.self) == ReadyAnswer(ready: false, generation: 1, watched: true))
            try await #expect(service.status("POST", "/reset") == 503)
        }
    }

    @Test func `A ping ends no generation`() async throws {
        try await Service.run { service in
            let answer = try await service.ask("POST", "/ping")
            #expect(answer.status == 200)
            let ping = try answer.decoded(ResetAnswer.self)
            #expect(ping.reply.kind == .ping)
            #expect(ping.generation == 1)
            try await #expect(service.status("POST", "/ping", "{}") == 400)
        }
    }

    // MARK: Survivors

    @Test func `Waiting until it has settled returns the report, which the other routes return as well`() async throws {
        let sessions = Lock<[Session]>([])
        let registry = LeakRegistry()
        try await Service.run(
            registry: registry,
            steps: { host in
                await host.add("sessions") { _ in
                    let session = registry.track(Session())
                    sessions.withLock { $0.append(session) }
                }
            }
        ) { service in
            let none = try await service.ask("GET", "/survivors").decoded(SurvivorsAnswer.self)
            #expect(none == SurvivorsAnswer(generation: nil, watched: true, survivors: []))

            let early = try await service.ask("POST", "/reset").decoded(ResetAnswer.self)
            #expect(!early.settled)
            #expect(early.report == nil)
            #expect(early.reply.alive.map(\.count) == [1])
            // Generations settle side by side, and the reports are in the order in which they are done.
            _ = await service.host.history.report(of: 1)

            let answer = try await service.ask("POST", "/reset?wait=settled")
            let reset = try answer.decoded(ResetAnswer.self)
            let report = try #require(reset.report)
            #expect(reset.settled)
            #expect(report.generation == 2)
            #expect(report.survivors.map(\.count) == [2])

            let survivors = try await service.ask("GET", "/survivors").decoded(SurvivorsAnswer.self)
            #expect(survivors == SurvivorsAnswer(generation: 2, watched: true, survivors: report.survivors))
            let generations = try await service.ask("GET", "/generations").decoded(GenerationsAnswer.self)
            #expect(generations.generation == 3)
            #expect(generations.generations.map(\.generation) == [1, 2])
            #expect(generations.generations.map(\.survivors) == [1, 2])
            #expect(generations.newest == report)

            let metrics = try await service.ask("GET", "/metrics")
            #expect(metrics.fields["content-type"]?.hasPrefix("application/openmetrics-text") == true)
            let key = report.survivors[0].key
            let site = "\(key.site.fileID):\(key.site.line)"
            let sample = "outlive_survivors{component=\"\(key.name)\",type=\"\(key.type)\",site=\"\(site)\"} 2\n"
            #expect(metrics.text.contains(sample), "\(metrics.text)")
            #expect(metrics.text.contains("outlive_resets_total 2\n") && metrics.text.hasSuffix("# EOF\n"))
        }
    }

    @Test func `A component that is meant to outlive resets is listed, and not counted as a survivor`() async throws {
        let registry = LeakRegistry()
        let shared = Session()
        try await Service.run(
            registry: registry,
            steps: { host in
                await host.add("shared") { _ in registry.track(shared, lifetime: .process(reason: "shared by all")) }
            }
        ) { service in
            let reset = try await service.ask("POST", "/reset?wait=settled").decoded(ResetAnswer.self)
            #expect(reset.report?.survivors.map(\.count) == [1])
            let generations = try await service.ask("GET", "/generations").decoded(GenerationsAnswer.self)
            #expect(generations.generations.map(\.survivors) == [0])
            let metrics = try await service.ask("GET", "/metrics").text
            #expect(metrics.contains("outlive_live_components 1\n"), "\(metrics)")
            #expect(!metrics.contains("outlive_survivors"), "\(metrics)")
        }
    }

    @Test func `Waiting until it has settled ends at the deadline`() async throws {
        try await Service.runLeaking { service in
            _ = try await service.ask("POST", "/reset", #"{"id": 1}"#)
            // The same call: all of its time is for waiting, and none for the reset.
            let answer = try await service.ask("POST", "/reset?wait=settled", #"{"id": 1, "deadline": 0.05}"#)
            let reset = try answer.decoded(ResetAnswer.self)
            #expect(!reset.settled)
            #expect(reset.report == nil)
        }
    }

    @Test func `Without survivors, waiting is over at once`() async throws {
        try await Service.run { service in
            let reset = try await service.ask("POST", "/reset?wait=settled", #"{"id": "x"}"#).decoded(ResetAnswer.self)
            #expect(reset.settled)
            #expect(reset.report?.generation == 1)
            #expect(reset.id == "x")
        }
    }

    @Test func `An unwatched application's answer claims no release`() async throws {
        try await Service.run(registry: LeakRegistry(isEnabled: false)) { service in
            let reset = try await service.ask("POST", "/reset?wait=settled").decoded(ResetAnswer.self)
            #expect(!reset.settled)
            #expect(!reset.watched)
            try await #expect(service.ask("GET", "/ready").decoded(ReadyAnswer.self).watched == false)
            try await #expect(service.ask("GET", "/survivors").decoded(SurvivorsAnswer.self).watched == false)
            try await #expect(service.ask("GET", "/generations").decoded(GenerationsAnswer.self).watched == false)
            var reader = try await EventReader(service)
            #expect(try await reader.next() == .state(ReadyAnswer(ready: true, generation: 2, watched: false)))
        }
    }

    @Test func `An answer is of its own reset, whatever came after it`() async throws {
        let handler: (ResetHost) -> ResetHandler = { host in
            ResetHandler(history: host.history) { request in
                let reply = await host.handle(request)
                // Another one is faster than the answer to this one.
                await host.reset()
                return reply
            }
        }
        try await Service.run(handler: handler) { service in
            let reset = try await service.ask("POST", "/reset").decoded(ResetAnswer.self)
            #expect(reset.reply.endedGeneration == 1)
            #expect(reset.generation == 2)
            let ping = try await service.ask("POST", "/ping").decoded(ResetAnswer.self)
            #expect(ping.generation == 3)
        }
    }

    @Test func `The answer about all generations does not grow with their leaks`() async throws {
        let sessions = Lock<[Session]>([])
        let registry = LeakRegistry()
        try await Service.run(
            registry: registry,
            steps: { host in
                await host.add("sessions") { _ in
                    for _ in 0..<20 {
                        let session = registry.track(Session())
                        sessions.withLock { $0.append(session) }
                    }
                }
            }
        ) { service in
            for _ in 0..<8 { try await #expect(service.status("POST", "/reset?wait=settled") == 200) }
            let answer = try await service.ask("GET", "/generations")
            #expect(answer.text.components(separatedBy: "\"backtrace\"").count == 2)
            let generations = try answer.decoded(GenerationsAnswer.self)
            #expect(generations.generations.map(\.survivors) == (1...8).map { $0 * 20 })
            #expect(generations.generations.allSatisfy { $0.reply?.phases.isEmpty == false })
            #expect(generations.newest?.generation == 8)
        }
    }

    // MARK: Calls that are sent again

    @Test func `A repeated call gets the same answer and is not performed again`() async throws {
        try await Service.run { service in
            let first = try await service.ask("POST", "/reset", #"{"id": "a", "arguments": ["x"]}"#)
            #expect(first.fields["outlive-repeated"] == nil)
            _ = try await service.ask("POST", "/reset", #"{"id": "b"}"#)
            let again = try await service.ask("POST", "/reset", #"{"arguments": ["x"], "id": "a", "deadline": 5}"#)
            #expect(again.status == 200)
            #expect(again.fields["outlive-repeated"] == "true")
            #expect(again.body == first.body)
            #expect(service.host.history.generation == 3)
        }
    }

    @Test func `An id identifies one call`() async throws {
        try await Service.run { service in
            _ = try await service.ask("POST", "/reset", #"{"id": 1}"#)
            let other = try await service.ask("POST", "/reset", #"{"id": "1", "arguments": []}"#)
            #expect(other.status == 422)
            #expect(try other.decoded(ErrorAnswer.self).error.contains("'1'"))
            #expect(service.host.history.generation == 2)
        }
    }

    @Test func `A repeat of a running call joins it`() async throws {
        let gate = Gate()
        try await Service.run(steps: { await $0.onQuiesce("wait") { await gate.wait() } }) { service in
            async let first = service.ask("POST", "/reset", #"{"id": 1}"#)
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            async let second = service.ask("POST", "/reset", #"{"id": 1}"#)
            try await eventually("the second one is not there") { service.notifier.openSockets == 3 }
            gate.open()
            let bodies = try await [first.body, second.body]
            #expect(bodies[0] == bodies[1])
            #expect(service.host.history.generation == 2)
        }
    }

    @Test func `A call that joins one with a shorter timeout waits for its own`() async throws {
        let gate = Gate()
        let calls = Counter()
        try await Service.run(
            handler: calls.handler(of:), steps: { await $0.onQuiesce("wait") { await gate.wait() } }
        ) { service in
            async let slow = service.status("POST", "/reset")
            try await eventually("the reset has not begun") { !service.host.history.isUsable }
            async let hasty = service.status("POST", "/reset", #"{"id": 1, "deadline": 5}"#)
            try await eventually("the first one is not there") { calls.count == 2 }
            async let patient = service.ask("POST", "/reset", #"{"id": 1, "deadline": 3600}"#)
            #expect(try await hasty == 409)
            gate.open()
            #expect(try await slow == 200)
            let answer = try await patient
            #expect(answer.status == 200)
            #expect(answer.fields["outlive-repeated"] == nil)
            #expect(service.host.history.generation == 3)
        }
    }

    @Test func `A finished call is remembered by its reply, and not by its task`() async throws {
        let log = ResetCallLog(capacity: 2)
        let call = ResetCall(id: "a", change: InputChange())
        let gate = Promise<Void>()
        let reply = ResetReply(request: 0, kind: .reset, endedGeneration: 7, failures: [], usable: true)
        let first = try await log.claim(call) {
            await gate.getEvenIfCancelled()
            return reply
        }
        let joined = try await log.claim(call) { reply }
        #expect(first.isOwn && !joined.isOwn && !joined.isRepeated)
        #expect(joined.task == first.task)
        gate.fulfil(())
        #expect(await first.task.value == reply)
        let repeated = try await log.claim(call) { reply }
        #expect(!repeated.isOwn && repeated.isRepeated)
        #expect(repeated.task != first.task)
        #expect(await repeated.task.value == reply)
    }

    @Test func `The newest answers are kept`() async throws {
        var limits = HTTPLimits.patient
        limits.rememberedCalls = 2
        try await Service.run(limits: limits) { service in
            for id in 1...3 { _ = try await service.ask("POST", "/reset", #"{"id": \#(id)}"#) }
            let newest = try await service.ask("POST", "/reset", #"{"id": 2}"#)
            #expect(newest.fields["outlive-repeated"] == "true")
            let oldest = try await service.ask("POST", "/reset", #"{"id": 1}"#)
            #expect(oldest.fields["outlive-repeated"] == nil)
            #expect(service.host.history.generation == 5)
        }
    }

    // MARK: Calls that are refused

    @Test(arguments: [
        (#"{"arguements": []}"#, "'arguements'"), (#"{"arguments": "x"}"#, "'arguments'"),
        (#"{"arguments": [1]}"#, "'arguments[0]'"), (#"{"environment": {"A": 1}}"#, "'environment.A'"),
        (#"{"environment": {"A=B": ""}}"#, "'A=B'"), (#"{"fixture": "a"}"#, "'fixture': 'a' is not an absolute path"),
        (#"{"id": ""}"#, "'id'"),
        (#"{"fixture": "a\nb"}"#, "'fixture': 'a b' is not an absolute path"),
        (#"{"a\nb": 1}"#, "'a b': unknown field"),
        (#"{"environment": {"a\nb": 1}}"#, "'environment.a b' is not a text"),
        (#"{"environment": {"a\n=": ""}}"#, "'a =' or this value"),
        (#"{"id": "a\nb"}"#, "'id': an id must not contain control characters"),
        ("{\"\(String(repeating: "x", count: 100_000))\": 1}", "x...': unknown field"),
        (#"{"id": 1.5}"#, "'id'"), (#"{"deadline": 0}"#, "deadline"), (#"{"deadline": "1"}"#, "'deadline'"),
        (#"{"arguments": ["\u0000"]}"#, "NUL"), ("{", "JSON"), ("[]", "is not an object"), ("null", "null"),
        ("\u{1}", "JSON"), (#"{"id": 1} {}"#, "JSON"), (#"{"id": true}"#, "an id must be a text or a whole number"),
        (#"{"id": []}"#, "an id must be a text or a whole number"),
        (#"{"arguments": {}}"#, "'arguments' is not a list"),
        (#"{"environment": []}"#, "'environment' is not an object"), (#"{"id": 1,}"#, "JSON"),
        (#"{"id": 1, "id": 2}"#, "'id' more than once"), (#"{"arguments": ["a",]}"#, "JSON"),
        (#"{"environment": {"A": "1", "\u0041": "2"}}"#, "'A' more than once"), ("\u{FEFF}{}", "byte order mark"),
        ("{\u{0}}\u{0}", "JSON"), (String(repeating: "[", count: 65), "64"),
    ])
    func `An invalid call is refused with 400 and its position`(body: String, word: String) async throws {
        try await Service.run { service in
            let answer = try await service.ask("POST", "/reset", body)
            #expect(answer.status == 400)
            let error = try answer.decoded(ErrorAnswer.self).error
            #expect(error.contains(word))
            #expect(!error.contains("\n"))
            #expect(error.count < 300)
            #expect(service.host.history.generation == 1)
            try await service.expectIntact()
        }
    }

    @Test func `A body that is not declared as JSON is refused with 415`() async throws {
        try await Service.run { service in
            for type in ["text/plain", "application/x-www-form-urlencoded", nil] {
                try await #expect(service.status("POST", "/reset", "{}", fields: ["Content-Type": type]) == 415)
            }
            try await #expect(service.status("POST", "/reset", fields: ["Content-Type": "text/plain"]) == 415)
            let json = ["Content-Type": "Application/JSON ; charset=utf-8"]
            try await #expect(service.status("POST", "/reset", "{}", fields: json) == 200)
        }
    }

    @Test(arguments: ["?wait=", "?wait", "?wait=ready", "?settled", "?wait=settled&x=1", "?Wait=settled", "?a%0Ab"])
    func `An unknown query is refused with 400`(query: String) async throws {
        try await Service.run { service in
            let answer = try await service.ask("POST", "/reset\(query)")
            #expect(answer.status == 400)
            let error = try answer.decoded(ErrorAnswer.self).error
            #expect(error.contains("wait=settled"))
            #expect(error.split(whereSeparator: \.isNewline).count == 1)
            #expect(service.host.history.generation == 1)
        }
    }
}
