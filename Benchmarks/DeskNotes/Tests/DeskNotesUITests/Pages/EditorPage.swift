import OutliveUITest

/// The page on which one note is read and edited.
struct EditorPage: Waitable, Sendable {
    private let ui: UIApplication
    private let data: any DataCreator

    init(_ ui: UIApplication, _ data: any DataCreator) {
        self.ui = ui
        self.data = data
    }

    var title: Element { ui.textFields["Title"] }
    var body: Element { ui.textFields["Body"] }
    var save: Element { ui.buttons["Save"] }
    var delete: Element { ui.buttons["Delete"] }
    var back: Element { ui.buttons["Back"] }

    /// `true` if the page is shown and nothing covers it.
    var isOpen: Bool { save.isHittable }

    /// The contents of its fields.
    var note: Note { Note(title: title.value ?? "", body: body.value ?? "") }

    /// Enters the note of the data creator.
    func fill() async throws {
        try await title.clearAndEnterText(data.note.title)
        try await body.clearAndEnterText(data.note.body)
    }
}
