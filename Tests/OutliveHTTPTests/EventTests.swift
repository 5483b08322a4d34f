internal import Outlive
internal import Testing

@testable internal import OutliveHTTP

@Suite(.timeLimit(.minutes(5)))
struct EventTests {
    @Test func `A stream tells how things are, and then what happens`() async throws {
        try await Service.run { service in
            var reader = try await EventReader(service)
            let state = try #require(try await reader.next())
            #expect(state.event == .state)
            #expect(state.ready == true)
            #expect(state.generation == 1)
            let reset = try await service.ask("POST", "/reset").decoded(ResetAnswer.self)
            let began = try await reader.next()
            #expect(began?.event == .began)
            let ended = try await reader.next()
            #expect(ended?.event == .ended)
            #expect(ended?.reply == reset.reply)
            let settled = try await reader.next()
            #expect(settled?.event == .settled)
            #expect(settled?.report?.generation == 1)
        }
    }

    @Test func `A stream says that it is alive, and one whose client is gone ends`() async throws {
        var limits = HTTPLimits()
        limits.heartbeat = .milliseconds(5)
        try await Service.run(limits: limits) { service in
            var reader: EventReader? = try await EventReader(service)
            var line = try await reader?.nextOfAll()
            while line?.event != .alive { line = try await reader?.nextOfAll() }
            reader = nil
            try await eventually("the stream is still open") { service.notifier.openSockets == 1 }
            try await service.expectIntact()
        }
    }

    @Test func `Streams leave connections for resets, and give their places back`() async throws {
        var limits = HTTPLimits()
        limits.heartbeat = .milliseconds(5)
        try await Service.run(limits: limits) { service in
            var readers: [EventReader] = []
            for _ in 0..<4 {
                var reader = try await EventReader(service)
                _ = try await reader.next()
                readers.append(reader)
            }
            let fifth = try await service.ask("GET", "/events")
            #expect(fifth.status == 503)
            #expect(fifth.fields["retry-after"] == "1")
            try await #expect(service.status("POST", "/reset") == 200)
            readers.removeAll()
            try await eventually("no place was given back") {
                var reader = try await EventReader(service)
                return try await reader.next() != nil
            }
        }
    }

    @Test func `The place of a client that left is free at once, not at the next sign of life`() async throws {
        var limits = HTTPLimits()
        limits.heartbeat = .seconds(3_600)
        try await Service.run(limits: limits) { service in
            for _ in 0..<3 {
                var readers: [EventReader] = []
                for _ in 0..<4 {
                    var reader = try await EventReader(service)
                    let first = try await reader.next()
                    #expect(first?.event == .state)
                    readers.append(reader)
                }
                readers = []
                try await eventually("the streams are still open") { service.notifier.openSockets == 1 }
            }
            try await service.expectIntact()
        }
    }

    @Test func `A stream that loses an event ends with it, after all before it`() async throws {
        var limits = HTTPLimits()
        limits.eventBacklog = 8
        limits.writeTime = .seconds(120)
        try await Service.run(limits: limits) { service in
            var reader = try await EventReader(service)
            let state = try await reader.next()
            #expect(state?.event == .state)
            // Nobody reads for a while, and more happens than the buffers between hold.
            let step = String(repeating: "x", count: 100_000)
            await service.host.onQuiesce(step) {}
            for _ in 0..<150 { await service.host.reset() }
            var ended: [Int] = []
            while let line = try await reader.next() {
                if let reply = line.reply { ended.append(reply.endedGeneration) }
            }
            #expect(!ended.isEmpty)
            #expect(ended.count < 150)
            #expect(ended == Array(1...max(1, ended.count)))
            try await service.expectIntact()
        }
    }

    @Test func `The end of the notifier ends its streams`() async throws {
        try await Service.run { service in
            var reader = try await EventReader(service)
            _ = try await reader.next()
            await service.notifier.stop()
            #expect(try await reader.next() == nil)
            #expect(service.notifier.openSockets == 0)
        }
    }
}
