internal import Dispatch
internal import OutliveHTTPServer
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ResetCall {
    /// The queue that parses bodies, one at a time, so that a long body blocks no thread of the concurrency pool.
    static let reading = DispatchQueue(label: "outlive.http.body")

    /// The maximum length of a string in a body, in bytes: as long as an argument that Linux passes to a program.
    private static let longestText = 131_071

    /// Reads the body of a request; an empty one requests a plain reset.
    ///
    /// The parsing ends when the client disconnects.
    ///
    /// - Throws: `Refusal` with 415 or 400.
    init(of request: HTTPRequest) async throws {
        let type = request.head["Content-Type"]?.split(separator: ";").first?.lowercased() ?? ""
        // A page of another origin can send plain text and forms without a preflight request, but not JSON.
        guard type.split(separator: " ") == ["application/json"] || type.isEmpty && request.body.isEmpty else {
            throw Refusal(415, "the body is to be JSON; send it with Content-Type: application/json")
        }
        guard !request.body.isEmpty else {
            self.init()
            return
        }
        self = try await withCheckedThrowingContinuation { continuation in
            Self.reading.async {
                continuation.resume(
                    with: Result { try ResetCall(json: request.body) { request.departure.hasHappened } })
            }
        }
    }

    /// Parses a call from JSON.
    ///
    /// - Parameter isOver: Called before each value. `true` ends the parsing.
    /// - Throws: `Refusal` with 400 that names the field.
    init(json: some Sequence<UInt8>, until isOver: () -> Bool = { false }) throws(Refusal) {
        do {
            let json = try CheckedJSON(json, longestText: Self.longestText, until: isOver)
            if isOver() { throw StrictJSON.Flaw.unfinished }
            self = try json.decode(ResetCall.self)
        } catch let flaw as StrictJSON.Flaw {
            throw Refusal(400, "the body is no reset call: \(flaw)")
        } catch let error as DecodingError {
            throw Refusal(400, "the body is no reset call: \(error.words)")
        } catch {
            throw Refusal(400, "the body is no reset call: it is not valid JSON")
        }
    }
}
