internal import CGtk3
internal import Outlive
internal import OutliveGTK

/// The page on which one note is edited.
@MainActor final class EditorPage: Page {
    /// The actions of the page.
    struct Actions {
        /// Saves the note as edited.
        var save: @MainActor (Note) -> Void
        /// Deletes the note.
        var delete: @MainActor (Note) -> Void
        /// Returns to the list, with the note as edited.
        var back: @MainActor (Note) -> Void
    }

    let widget: Widget
    private let note: Note
    private let title: Widget
    private let body: Widget

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - note: The note to edit.
    ///   - actions: The actions of its buttons.
    init(_ note: Note, actions: Actions) {
        self.note = note
        title = .entry(note.title, hint: "Title")
        body = .textView(note.body).named("Body")
        let back = Widget.button("Back", "flat").aligned(GTK_ALIGN_START, GTK_ALIGN_CENTER)
        let save = Widget.button("Save", "suggested-action")
        let delete = Widget.button("Delete", "destructive-action")
        let buttons = Widget.row(8, [save, delete])
        gtk_box_set_homogeneous(buttons.as(GtkBox.self), 1)
        widget = Widget.column(12, [back, title.styled("title"), .scrolled(body, "sheet"), buttons]).expanding()

        Signals.click(save) { [weak self] in self.map { actions.save($0.written) } }
        Signals.click(delete) { [weak self] in self.map { actions.delete($0.written) } }
        Signals.click(back) { [weak self] in self.map { actions.back($0.written) } }
        LeakRegistry.shared.track(self)
        LeakRegistry.shared.track(gObject: body.object, as: "Body")
    }

    /// The title field for a note without a title, else the text.
    var firstFocus: Widget? { note.title.isEmpty ? title : body }

    /// The note as edited.
    private var written: Note {
        var note = note
        note.title = title.entryText
        note.body = body.viewText
        return note
    }
}
