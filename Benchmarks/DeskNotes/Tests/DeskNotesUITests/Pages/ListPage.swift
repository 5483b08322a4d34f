import OutliveUITest

/// The page that lists the notes.
struct ListPage: Waitable, Sendable {
    private let ui: UIApplication

    init(_ ui: UIApplication) { self.ui = ui }

    var newNote: Element { ui.buttons["New note"] }
    var synchronise: Element { ui.buttons["Synchronise"] }
    var signOut: Element { ui.buttons["Sign out"] }
    var list: Element { ui.lists["Notes"] }

    /// `true` if the page is shown and nothing covers it.
    var isOpen: Bool { newNote.isHittable }

    /// The titles of the notes, from top to bottom.
    var titles: [String] { list.listItems.labels }

    /// The line about the account: `Signed in as ...` or `Not signed in`.
    var account: String { ui.staticTexts.containing("igned in").labels.first ?? "" }

    /// The line about the last action, `Status: ...`, or an empty text if there is none.
    var status: String { ui.staticTexts.containing("Status: ").labels.first ?? "" }

    /// Opens a note.
    func open(_ title: String) async throws {
        try await list.listItems[title].tap()
    }
}
