import OutliveTesting
import Testing
import XCTest

// The code of the documentation, with names of this target: it must compile and pass with this one import of Outlive.
// XCTest's part is run by `XCTestRunTests`, in a process of its own.

private final class NoteStore: Sendable {
    init() { LeakRegistry.shared.track(self) }
    func add(_ note: String) {}
}

@Suite(.failOnLeaks)
struct NoteStoreTests {
    @Test func `A store is released after use`() {
        let store = NoteStore()
        store.add("milk")
    }
}

private enum Apps {
    static let pool: AppPool<HostSettings> = HostSettings.pool(of: 2)
}

@Suite(.liveReset(Apps.pool, fixture: .newDocument(named: "notes.txt")))
struct LiveNoteTests {
    @Test func `A new document is opened`() async throws {
        let live = try LiveApp<HostSettings>.current
        try await live.app.prints(live.fixture ?? "?")
    }

    @Test(.liveReset(Apps.pool, settings: HostSettings(label: "large")))
    func `A test requests settings of its own`() async throws {
        try await LiveApp<HostSettings>.current.app.prints("built large")
    }
}

@Test(arguments: ["small", "large"])
func `Each case requests its own settings`(label: String) async throws {
    try await withLiveReset(Apps.pool, settings: HostSettings(label: label)) { live in
        try await live.app.prints("built \(label)")
    }
}

final class NoteStoreCase: XCTestCase {
    func testStoreIsLetGoOf() {
        let store = trackForLeaks(NoteStore())
        store.add("milk")
    }

    func testWorkLeavesNothing() async throws {
        try await assertNoLeaks { NoteStore().add("milk") }
    }
}
