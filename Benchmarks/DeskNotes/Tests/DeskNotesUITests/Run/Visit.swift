import DeskNotesSettings
import Foundation
import OutliveUITest
import Testing

/// A test's use of the application: its windows as pages, and its document.
struct Visit {
    /// The notes that the application begins with if it has no document.
    static let builtIn = ["Groceries", "Ideas", "Travel"]

    let live: LiveApp<DeskSettings>
    let ui: UIApplication
    let launcher: UILauncher<DeskSettings>
    var pages: Pages<any DataCreator, DeskPages>

    /// Begins with the application as lent to the test, and checks that it is in the state of a launch.
    static func begin(seed: UInt64 = 1) async throws -> Visit {
        let live = try LiveApp<DeskSettings>.current
        let ui = live.ui
        let visit = Visit(
            live: live, ui: ui, launcher: UILauncher(live),
            pages: Pages(ui, creator: RandomData(seed: seed)) { DeskPages($0, $1) })
        try await visit.checkStart()
        return visit
    }

    /// Returns the notes in the document's file, or `nil` if there is none.
    func saved() throws -> [Note]? {
        guard let path = live.fixture, FileManager.default.fileExists(atPath: path) else { return nil }
        return try JSONDecoder().decode([Note].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Checks that nothing of earlier tests is visible.
    private func checkStart() async throws {
        let settings = await launcher.settings
        if settings.open != nil || settings.tipAfter != nil {
            // The link leads to another page, and the tip may be shown already.
            try await ui.wait(until: \.exists)
        } else if settings.signedIn == nil {
            try await pages.landing.wait(until: \.isOpen, describedAs: "the landing page")
            #expect(!pages.signUp.isOpen)
        } else {
            try await pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
            #expect(pages.list.titles == (try saved()?.map(\.title) ?? (live.fixture == nil ? Self.builtIn : [])))
            #expect(pages.list.account == "Signed in as \(settings.signedIn ?? "")")
            #expect(pages.list.status.hasSuffix(" note") || pages.list.status.hasSuffix(" notes"))
        }
        #expect(ui.windows.count == 1 || settings.tipAfter != nil)
        #expect(isReady, "\(live.ready.way)")
        RunLedger.shared.addStart()
    }

    /// `true` if the application was made ready by the strategy that is timed.
    private var isReady: Bool {
        switch (Desk.strategy, live.ready.way) {
        case (.inPlace, .launched), (.inPlace, .reset), (.inPlace, .kept): true
        case (.relaunch, .launched), (.relaunch, .relaunched(.strategy)): true
        default: false
        }
    }
}

extension Visit {
    /// Returns from the editor to the list, unless saving has done that.
    func returnToList() async throws {
        try await pages.editor.back.tap()
        try await pages.list.wait(until: \.isOpen, describedAs: "the list of notes")
    }

    /// Returns the number of resets that the application makes by itself during some work; 0 by relaunches, where
    /// they are not counted.
    func resets(during work: () async throws -> Void) async throws -> Int {
        let before = try await live.app.endGeneration()
        try await work()
        guard let before, let after = try await live.app.endGeneration() else { return 0 }
        // Excludes the generation that the first call ended.
        return after.generation - before.generation - 1
    }
}
