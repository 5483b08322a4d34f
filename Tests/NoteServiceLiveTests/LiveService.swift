import Foundation
import OutliveDriver
import OutliveModel
import OutliveTesting
import Testing

@testable import note_service

/// The service that the cases share: instances of it, and what they begin with.
struct LiveService: Sendable {
    /// The instances.
    let pool: AppPool<Settings>
    private let data: DataFile

    /// Prepares two instances of the service; nothing is launched yet.
    init(strategy: ResetStrategy = .inPlace, data: DataFile) throws {
        self.data = data
        let configuration = try ApplicationConfiguration(
            launch: "'\(data.program)' serve --port {port} --data '\(data.path)'", ready: "notify", reset: "http",
            timeout: .seconds(120), leaks: .require)
        pool = try AppPool(count: 2, configuration, settings: Settings.self, policy: .warn, strategy: strategy)
    }

    /// Runs a case with an instance for itself.
    func run(_ live: LiveCase, failingOn checks: LiveChecks = .leaks) async throws {
        let saved = try live.document.map { try SavedDocument($0) }
        try await withLiveReset(
            pool, settings: live.settings, fixture: saved?.fixture, failingOn: checks, name: live.name
        ) {
            app in
            let visit = Visit(port: try #require(app.port), document: app.fixture, dataCount: data.count)
            // The state must be that of a launch, regardless of earlier tests.
            let state = try await visit.state()
            for line in ["changed 0, deleted 0", "revision 0,", "sessions 0", "cache 0 pages, 0 hits", "requests 0"] {
                #expect(state.contains(line), "\(state)")
            }
            try await live.check(visit)
        }
    }

    /// Returns the counts of all instances.
    func tally() async -> Tally {
        var tally = Tally()
        for app in await pool.apps {
            tally.instances += 1
            tally.launches += await app.launches
            tally.resets += await app.resets
            tally.fallbacks += await app.fallbacks.count
        }
        return tally
    }
}

/// Counts of launches, resets and fallbacks.
struct Tally {
    /// Instances that were used.
    var instances = 0
    var launches = 0
    var resets = 0
    var fallbacks = 0
}

/// The data file that the service is launched with.
///
/// `NOTES_LIVE_PROGRAM`, `NOTES_LIVE_DATA` and `NOTES_LIVE_COUNT` name another program, file and number of notes.
final class DataFile: Sendable {
    let program: String
    let path: String
    let count: Int
    private let isOwn: Bool

    init() async throws {
        let environment = ProcessInfo.processInfo.environment
        program = try environment["NOTES_LIVE_PROGRAM"] ?? BuiltProduct.path("note-service")
        count = environment["NOTES_LIVE_COUNT"].flatMap { Int($0) } ?? 200
        isOwn = environment["NOTES_LIVE_DATA"] == nil
        path = environment["NOTES_LIVE_DATA"] ?? NSTemporaryDirectory() + "notes-live-\(UUID().uuidString).json"
        guard isOwn else { return }
        var generator = NoteGenerator(seed: 1)
        try JSON.encode(generator.notes(count: count)).write(to: URL(filePath: path))
    }

    deinit {
        if isOwn { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// The document that a case begins with, as a fixture that is copied.
private final class SavedDocument: Sendable {
    let fixture: Fixture
    private let path: String?

    init(_ document: LiveCase.Document) throws {
        switch document {
        case .new:
            path = nil
            fixture = .newDocument(named: "notes.json")
        case .saved(let notes):
            let path = NSTemporaryDirectory() + "notes-saved-\(UUID().uuidString).json"
            try JSON.encode(notes).write(to: URL(filePath: path))
            self.path = path
            fixture = .copy(of: path)
        }
    }

    deinit {
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }
}
