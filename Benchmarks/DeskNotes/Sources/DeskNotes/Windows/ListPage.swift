internal import CGtk3
internal import Outlive

/// The page that lists the notes, one per row.
@MainActor final class ListPage: Page {
    /// The actions of the page.
    struct Actions {
        /// Opens a note.
        var open: @MainActor (Note) -> Void
        /// Creates a note.
        var create: @MainActor () -> Void
        /// Sends the notes to the server.
        var synchronise: @MainActor () -> Void
        /// Goes back to the landing page.
        var signOut: @MainActor () -> Void
    }

    let widget: Widget

    /// Creates the page.
    ///
    /// - Parameters:
    ///   - notes: The notes to list.
    ///   - account: The account that is signed in, or `nil` for none.
    ///   - actions: The actions of its rows and buttons.
    init(_ notes: [Note], account: String?, actions: Actions) {
        let list = gtk_list_box_new()!.named("Notes")
        gtk_list_box_set_selection_mode(list.as(GtkListBox.self), GTK_SELECTION_NONE)
        for note in notes { gtk_container_add(list.as(GtkContainer.self), Self.row(of: note)) }

        let create = Widget.button("New note", "suggested-action")
        let synchronise = Widget.button("Synchronise")
        let signOut = Widget.button("Sign out")
        let buttons = Widget.row(8, [create, synchronise, signOut])
        gtk_box_set_homogeneous(buttons.as(GtkBox.self), 1)
        widget = Widget.column(
            12,
            [
                .line("Your notes", "headline"),
                .line(account.map { "Signed in as \($0)" } ?? "Not signed in", "subtle"),
                .scrolled(list, "sheet"), buttons,
            ]
        ).expanding()

        Signals.connectRow(list) { index in
            Signals.after(list) { actions.open(notes[index]) }
        }
        Signals.click(create, actions.create)
        Signals.click(synchronise, actions.synchronise)
        Signals.click(signOut, actions.signOut)
        LeakRegistry.shared.track(self)
    }

    private static func row(of note: Note) -> Widget {
        let row = gtk_list_box_row_new()!.named(note.title)
        let start = note.body.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? "No text yet"
        let texts = Widget.column(2, [.line(note.title, "title"), .line(start, "subtle")])
        gtk_container_add(row.as(GtkContainer.self), texts)
        return row
    }
}
