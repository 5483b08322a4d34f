import FlyingFox
import Foundation
import OutliveDriver
import Testing

@testable import note_service

/// One test of the live service: the input of its launch or reset, and the checks after it.
struct LiveCase: Sendable, CustomTestStringConvertible {
    /// The document that the service begins with.
    enum Document: Sendable {
        /// A document that does not exist yet.
        case new
        /// A copy of a document with notes.
        case saved([Note])
    }

    let name: String
    let settings: Settings
    let document: Document?
    let check: @Sendable (Visit) async throws -> Void

    /// Makes a case.
    ///
    /// - Parameter document: A document of its own, or `nil` for a service that works on its data file.
    init(
        _ name: String, _ settings: Settings = Settings(), document: Document? = .new,
        check: @escaping @Sendable (Visit) async throws -> Void
    ) {
        self.name = name
        self.settings = settings
        self.document = document
        self.check = check
    }

    var testDescription: String { name }

    /// Every case, in the order in which they are written.
    static let all: [LiveCase] = pages + searches + edits + sessions + previews + documents
}

extension Settings {
    /// Settings that differ from the defaults in what `change` sets.
    init(_ change: (inout Settings) -> Void) {
        self.init()
        change(&self)
    }

    /// The settings that begin with named notes.
    static func beginning(with fixture: SetupFixture, _ change: (inout Settings) -> Void = { _ in }) -> Settings {
        Settings {
            $0.setupFixture = fixture
            change(&$0)
        }
    }
}

/// A case's view of the service that it has for itself.
struct Visit: Sendable {
    let port: UInt16
    /// The path of the document, if the case has one.
    let document: String?
    /// The number of notes in the data file.
    let dataCount: Int

    /// Returns a client that is not logged in.
    func client() throws -> NoteClient { try NoteClient(port: port) }

    /// Returns a client that is logged in.
    func user(_ name: String = "writer") async throws -> NoteClient {
        let client = try client()
        try await client.logIn(as: name)
        return client
    }

    /// A page of notes.
    func notes(_ words: String = "", tag: String? = nil) async throws -> NotePage {
        try await client().notes(matching: words, tag: tag)
    }

    /// Returns the service's report of its state.
    func state() async throws -> String {
        String(decoding: try await client().answer(to: .GET, "/state").body, as: UTF8.self)
    }

    /// Returns the counts of stubbed requests.
    func stubs() async throws -> StubReport {
        try JSON.decode(StubReport.self, from: try await client().answer(to: .GET, "/stubs").body)
    }

    /// The status and the text of a preview.
    func preview(of id: Int) async throws -> (status: Int, text: String) {
        let (status, body) = try await client().answer(to: .GET, "/notes/\(id)/preview")
        return (status, String(decoding: body, as: UTF8.self))
    }

    /// The notes in the document's file; nil while there is none.
    func saved() throws -> [Note]? {
        guard let document, FileManager.default.fileExists(atPath: document) else { return nil }
        return try JSON.decode([Note].self, from: Data(contentsOf: URL(filePath: document)))
    }
}
