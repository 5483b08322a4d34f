import OutliveUITest

/// One note, to be read and changed.
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

    /// Whether it is there, and nothing is over it.
    var isOpen: Bool { save.isHittable }

    /// What is in its fields.
    var note: Note { Note(title: title.value ?? "", body: body.value ?? "") }

    /// Enters what the creator of the data made.
    func fill() async throws {
        try await title.clearAndEnterText(data.note.title)
        try await body.clearAndEnterText(data.note.body)
    }
}
