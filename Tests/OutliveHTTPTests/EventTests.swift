internal import Foundation
internal import Outlive
internal import OutliveWire
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

@Suite(.timeLimit(.minutes(5)))
struct EventTests {
    @Test func `A stream starts with the current state, followed by events`() async throws {
        try await Service.run { service in
            var reader = try await EventReader(service)
            #expect(try await reader.next() == .state(ReadyAnswer(ready: true, generation: 1, watched: true)))
            let reset = try await service.ask("POST", "/reset").decoded(ResetAnswer.self)
            #expect(try await reader.next() == .began)
            #expect(try await reader.next() == .ended(reset.reply))
            guard case .settled(let report) = try await reader.next() else { throw Broken("nothing has settled") }
            #expect(report.generation == 1)
        }
    }

    @Test(arguments: [
        (EventLine.began, #"{"event":"began"}"#), (.alive, #"{"event":"alive"}"#),
        (
            .state(ReadyAnswer(ready: true, generation: 2, watched: false)),
            #"{"event":"state","generation":2,"ready":true,"watched":false}"#
        ),
    ])
    func `A line names its event, with the event's values`(line: EventLine, json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(line), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(EventLine.self, from: Data(json.utf8)) == line)
    }

    @Test func `A line with a reply or a report has it under its name`() throws {
        let reply = ResetReply(request: 0, endedGeneration: 1)
        let report = GenerationReport(generation: 1, registered: 3, died: 3)
        for (line, name) in [(EventLine.ended(reply), "reply"), (.settled(report), "report")] {
            let json = try JSONEncoder().encode(line)
            let fields = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
            #expect(Set(fields.keys) == ["event", name])
            #expect(try JSONDecoder().decode(EventLine.self, from: json) == line)
        }
    }

    @Test func `A stream sends signs of life, and ends when its client is gone`() async throws {
        var limits = HTTPLimits.patient
        limits.heartbeat = .milliseconds(5)
        try await Service.run(limits: limits) { service in
            var reader: EventReader? = try await EventReader(service)
            var line = try await reader?.nextOfAll()
            while line != .alive { line = try await reader?.nextOfAll() }
            reader = nil
            try await eventually("the stream is still open") { service.notifier.openSockets == 1 }
            try await service.expectIntact()
        }
    }

    @Test func `Streams leave connections for resets, and return their places`() async throws {
        var limits = HTTPLimits.patient
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

    @Test func `The place of a departed client is free at once, before the next sign of life`() async throws {
        var limits = HTTPLimits.patient
        limits.heartbeat = .seconds(3_600)
        try await Service.run(limits: limits) { service in
            for _ in 0..<3 {
                var readers: [EventReader] = []
                for _ in 0..<4 {
                    var reader = try await EventReader(service)
                    #expect(try await reader.next()?.isState == true)
                    readers.append(reader)
                }
                readers = []
                try await eventually("the streams are still open") { service.notifier.openSockets == 1 }
            }
            try await service.expectIntact()
        }
    }

    @Test func `A stream that loses an event ends with it, after all earlier ones`() async throws {
        var limits = HTTPLimits.patient
        limits.eventBacklog = 8
        try await Service.run(limits: limits) { service in
            var reader = try await EventReader(service, receiveBuffer: 65_536)
            #expect(try await reader.next()?.isState == true)
            // The client does not read for a while, and more happens than the buffers in between hold.
            let step = String(repeating: "x", count: 100_000)
            await service.host.onQuiesce(step) {}
            for _ in 0..<150 { await service.host.reset() }
            var ended: [Int] = []
            while let line = try await reader.next() {
                if case .ended(let reply) = line { ended.append(reply.endedGeneration) }
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

extension EventLine {
    fileprivate var isState: Bool {
        if case .state = self { true } else { false }
    }
}
