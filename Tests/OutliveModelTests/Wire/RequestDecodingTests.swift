import Foundation
import OutliveModel
import Testing

struct RequestDecodingTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func complaint<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
        do {
            _ = try decode(type, text)
            return "none"
        } catch let error as DecodingError {
            return error.words
        } catch {
            return "\(error)"
        }
    }

    @Test func `A call is read with all its fields`() throws {
        let call = try decode(
            ResetCall.self,
            #"{"id":"a","arguments":["-v"],"environment":{"A":"b"},"fixture":"/tmp/x","deadline":1.5}"#)
        #expect(
            call
                == ResetCall(
                    id: "a", change: InputChange(arguments: ["-v"], environment: ["A": "b"], fixture: .path("/tmp/x")),
                    deadline: 1.5))
    }

    @Test func `An empty call is a plain reset`() throws {
        #expect(try decode(ResetCall.self, "{}") == ResetCall())
    }

    @Test func `An id may be a number, and null is no id`() throws {
        #expect(try decode(ResetCall.self, #"{"id":7}"#).id == "7")
        #expect(try decode(ResetCall.self, #"{"id":null}"#).id == nil)
    }

    @Test(arguments: [
        (
            #"{"id":"a","fixtrue":"/x"}"#,
            "'fixtrue': unknown field; known fields are arguments, deadline, environment, fixture, id"
        ),
        (#"{"id":""}"#, "'id': an id must have 1 to 128 bytes"),
        (#"{"id":"\u0000"}"#, "'id': an id must not contain control characters or line breaks"),
        (#"{"id":"a\u2028b"}"#, "'id': an id must not contain control characters or line breaks"),
        (#"{"id":1.5}"#, "'id': an id must be a text or a whole number"),
        (#"{"deadline":0}"#, "'deadline': a deadline must be more than 0 and at most 3600 seconds"),
        (#"{"deadline":1e9}"#, "'deadline': a deadline must be more than 0 and at most 3600 seconds"),
        (#"{"fixture":"relative"}"#, "'fixture': 'relative' is not an absolute path"),
        (#"{"environment":{"A=B":"c"}}"#, "'environment': a variable cannot have the name 'A=B' or this value"),
        (#"{"environment":{"A":"\u0000"}}"#, "'environment': a variable cannot have the name 'A' or this value"),
        (#"{"arguments":["a\u0000"]}"#, "'arguments': an argument contains a NUL"),
    ])
    func `Input that no launch could be given is refused by its name`(text: String, why: String) {
        #expect(complaint(ResetCall.self, text) == why)
    }

    @Test(arguments: [#"{"id":1.5}"#, #"{"arguments":"-v"}"#, #"{"environment":{"A":1}}"#, "[]", "7", ""])
    func `A wrong type is refused`(text: String) {
        #expect(throws: DecodingError.self) { try decode(ResetCall.self, text) }
    }

    @Test func `A request file refuses unknown fields of its own version, but not the version itself`() {
        #expect(
            complaint(ResetRequest.self, #"{"version":1,"id":1,"kind":"reset","wipe":true}"#)
                .hasPrefix("'wipe': unknown field"))
        #expect(complaint(ResetRequest.self, #"{"version":9,"id":1,"kind":"reset","wipe":true}"#) == "none")
    }

    @Test(
        arguments: [
            ("{}", .unchanged), (#"{"fixture":""}"#, .none), (#"{"fixture":"/tmp/x"}"#, .path("/tmp/x")),
        ] as [(String, FixtureChange)])
    func `A fixture that is left out stays, and an empty one is no fixture`(text: String, fixture: FixtureChange) throws
    {
        let change = try decode(InputChange.self, text)
        #expect(change == InputChange(fixture: fixture))
        #expect(try String(decoding: JSONEncoder().encode(change), as: UTF8.self).replacing("\\", with: "") == text)
    }

    @Test(arguments: [
        ResetRequest(id: 3),
        ResetRequest(
            id: 4, kind: .ping, change: InputChange(arguments: [], environment: ["A": ""], fixture: .none),
            deadline: 2),
    ])
    func `A request is read as it was written`(request: ResetRequest) throws {
        #expect(try JSONDecoder().decode(ResetRequest.self, from: JSONEncoder().encode(request)) == request)
    }
}
