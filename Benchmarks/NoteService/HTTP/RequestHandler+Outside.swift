import FlyingFox
import OutliveStubs

// The requests that reach beyond the service: to the network and to the document.
extension RequestHandler {
    /// Returns the title of the first page that a note links to.
    func preview() async throws -> HTTPResponse {
        let id = try noteID()
        guard let note = service.store.note(id: id) else { throw HTTPFailure.noNote(id) }
        guard let link = note.link else { throw HTTPFailure(.notFound, "note \(id) has no link") }
        return try .json(await service.previews.preview(of: link))
    }

    /// Returns the requests that reached the stubs: the number answered, and the unmatched ones.
    func stubs() throws -> HTTPResponse {
        guard let stubs = service.previews.stubs else { throw HTTPFailure(.notFound, "nothing is stubbed") }
        return try .json(StubReport(answered: stubs.answered, unmatched: stubs.unmatched.map(\.description)))
    }

    /// Writes all the notes to the document.
    func save() throws -> HTTPResponse {
        _ = try session()
        guard let document = service.document else {
            throw HTTPFailure(.conflict, "there is no document: launch or reset with a fixture")
        }
        try document.save(service.store.notes)
        return HTTPResponse(statusCode: .noContent)
    }
}

/// The answer to `GET /stubs`.
struct StubReport: Codable, Equatable, Sendable {
    var answered: Int
    /// The method and URL of each request that no stub matched.
    var unmatched: [String]
}
