internal import Foundation
internal import Outlive
internal import OutliveWire
internal import Testing

@testable internal import OutliveHTTP
@testable internal import OutliveHTTPRoutes
@testable internal import OutliveHTTPServer

/// Texts whose comparison is slow, or that compare equal with different bytes.
@Suite(.timeLimit(.minutes(1)))
struct UnicodeTests {
    /// Marks that a normal form has to sort: the time for it grows with the square of their number.
    private static func marks(_ count: Int) -> String {
        (0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{316}" }.joined()
    }

    @Test(arguments: [
        #"{"X": 1}"#, #"{"environment": {"X": "1"}}"#, #"{"environment": {"A": "X"}}"#, #"{"arguments": ["X"]}"#,
        #"{"id": "X"}"#, #"{"fixture": "/X"}"#,
    ])
    func `A run of combining marks is refused in any place`(template: String) async throws {
        try await Service.run { service in
            // Splits by bytes, because a search by characters is slow as well.
            let parts = template.utf8.split(separator: UInt8(ascii: "X")).map { String($0)! }
            for marks in [Self.marks(60_000), Self.marks(31), #"\u0301\u0316"# + Self.marks(29)] {
                let answer = try await service.ask("POST", "/reset", parts[0] + marks + parts[1])
                #expect(answer.status == 400)
                #expect(try answer.decoded(ErrorAnswer.self).error.contains("30 combining marks"))
            }
            #expect(service.host.history.generation == 1)
            try await service.expectIntact()
        }
    }

    @Test(arguments: ["\u{301}", "\u{F73}", "\u{93E}", "\u{20DD}", "\u{1D165}"])
    func `Marks of every kind are counted, and other characters end their run`(mark: String) throws {
        func check(_ text: String) throws { try StrictJSON.check(Array("[\"\(text)\"]".utf8)) }
        let most = String(repeating: mark, count: 30)
        try check("a" + most + "b" + most)
        #expect(throws: StrictJSON.Flaw.self) { try check("a" + most + mark) }
    }

    @Test func `A text may be as long as an argument, and no longer`() throws {
        let longest = String(repeating: "x", count: 131_071)
        #expect(try ResetCall(json: Data(#"{"arguments": ["\#(longest)"]}"#.utf8)).change.arguments == [longest])
        let error = #expect(throws: Refusal.self) {
            try ResetCall(json: Data(#"{"arguments": ["\#(longest)x"]}"#.utf8))
        }
        #expect(error?.description.contains("131071 bytes") == true)
    }

    @Test func `A query is compared by its bytes`() async throws {
        try await Service.run { service in
            let marks = String(repeating: "%CC%81%CC%96", count: 1_000)
            for query in ["wait=\(marks)", "\(marks)=settled", "wait=%73ettled"] {
                try await #expect(service.status("POST", "/reset?\(query)") == 400)
            }
            #expect(service.host.history.generation == 1)
        }
    }

    @Test func `Ids in two normal forms identify two calls`() async throws {
        try await Service.run { service in
            for id in ["\u{E9}", "e\u{301}"] {
                let answer = try await service.ask("POST", "/reset", #"{"id": "\#(id)"}"#)
                #expect(answer.status == 200)
                #expect(answer.fields["outlive-repeated"] == nil)
                #expect(try Array(#require(answer.decoded(ResetAnswer.self).id).utf8) == Array(id.utf8))
                let again = try await service.ask("POST", "/reset", #"{"id": "\#(id)"}"#)
                #expect(again.fields["outlive-repeated"] == "true")
                #expect(again.body == answer.body)
            }
            #expect(service.host.history.generation == 3)
        }
    }

    @Test func `Calls that differ in the normal form of an argument differ`() async throws {
        try await Service.run { service in
            let call = { (text: String) in #"{"id": 1, "arguments": ["\#(text)"]}"# }
            try await #expect(service.status("POST", "/reset", call("\u{E9}")) == 200)
            try await #expect(service.status("POST", "/reset", call("e\u{301}")) == 422)
            try await #expect(service.status("POST", "/reset", call("\u{E9}")) == 200)
            #expect(service.host.history.generation == 2)
        }
    }

    @Test func `Reading of a body stops once its client has left`() async throws {
        let body = Data(("{\"arguments\": [" + String(repeating: "\"\",", count: 1_000) + "\"\"]}").utf8)
        var asked = 0
        let refusal = #expect(throws: Refusal.self) {
            try ResetCall(json: body) {
                asked += 1
                return asked == 500
            }
        }
        #expect(refusal?.description.contains("not read to its end") == true)
        #expect(asked == 500)
        let head = try RequestHead(
            parsing: Array("POST /reset HTTP/1.1\r\nContent-Type: application/json\r\n\r\n".utf8))
        let request = HTTPRequest(head: head, body: Array(body))
        #expect(try await ResetCall(of: request).change.arguments?.count == 1_001)
        request.departure.happened()
        let left = await #expect(throws: Refusal.self) { try await ResetCall(of: request) }
        #expect(left == refusal)
        #expect(try ResetCall(json: body).change.arguments?.count == 1_001)
    }

    @Test func `Bodies are read off the threads of tasks`() async throws {
        try await Service.run { service in
            ResetCall.reading.suspend()
            let client = try await Client(service.url)
            do {
                defer { ResetCall.reading.resume() }
                try await client.send(service.request("POST", "/reset", "{}"))
                for _ in 0..<20 { try await #expect(service.status("GET", "/ready") == 200) }
                #expect(service.host.history.generation == 1)
            }
            #expect(try await client.answer().status == 200)
            try await service.expectIntact()
        }
    }
}
