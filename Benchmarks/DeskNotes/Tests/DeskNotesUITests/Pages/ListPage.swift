import OutliveUITest

/// The list of notes.
struct ListPage: Waitable, Sendable {
    private let ui: UIApplication

    init(_ ui: UIApplication) { self.ui = ui }

    var newNote: Element { ui.buttons["New note"] }
    var synchronise: Element { ui.buttons["Synchronise"] }
    var signOut: Element { ui.buttons["Sign out"] }
    var list: Element { ui.lists["Notes"] }

    /// Whether it is there, and nothing is over it.
    var isOpen: Bool { newNote.isHittable }

    /// The titles of the notes, from top to bottom.
    var titles: [String] { list.listItems.labels }

    /// What it says of the account: `Signed in as ...`, `Not signed in`.
    var account: String { ui.staticTexts.containing("igned in").labels.first ?? "" }

    /// What it says of the last thing that was done: `Status: ...`; empty when it says nothing.
    var status: String { ui.staticTexts.containing("Status: ").labels.first ?? "" }

    /// Opens a note.
    func open(_ title: String) async throws {
        try await list.listItems[title].tap()
    }
}
