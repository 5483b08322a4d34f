internal import Foundation
internal import Outlive
internal import Testing

@testable internal import OutliveHTTP

@Suite(.timeLimit(.minutes(5)))
struct ResetRouteTests {
    @Test func `A reset answers with what it ended, its timings and the new generation`() async throws {
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

    @Test func `Whether the application is ready is asked for apart from a reset`() async throws {
        try await Service.run { service in
            let ready = try await service.ask("GET", "/ready")
            #expect(ready.status == 200)
            #expect(try ready.decoded(ReadyAnswer.self) == ReadyAnswer(ready: true, generation: 1))
            _ = try await service.host.stop()
            let stopped = try await service.ask("GET", "/ready")
            #expect(stopped.status == 503)
            #expect(try stopped.decoded(ReadyAnswer.self) == ReadyAnswer(ready: false, generation: 1))
        }
    }
}
