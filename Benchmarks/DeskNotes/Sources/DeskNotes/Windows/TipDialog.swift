internal import CGtk3
internal import Outlive
internal import OutliveGTK

/// A dialog that appears on its own and blocks the window until it is answered.
@MainActor final class TipDialog {
    private let dialog: Widget

    /// Creates the dialog and shows it.
    ///
    /// - Parameters:
    ///   - parent: The window that it blocks.
    ///   - close: Called when the dialog was answered.
    init(over parent: Widget, close: @escaping @MainActor () -> Void) {
        dialog = gtk_dialog_new()!
        let window = dialog.as(GtkWindow.self)
        gtk_window_set_title(window, "Tip of the day")
        gtk_window_set_transient_for(window, parent.as(GtkWindow.self))
        gtk_window_set_modal(window, 1)
        gtk_window_set_resizable(window, 0)
        gtk_window_set_position(window, GTK_WIN_POS_CENTER_ON_PARENT)
        let answer = Widget.button("Got it", "suggested-action")
        let content = Widget.column(
            12,
            [
                .label("A tip", "headline"),
                .label("Links such as notes://note/Ideas\nopen a note from anywhere.", "subtle"),
                answer,
            ]
        ).styled("tip")
        gtk_container_add(gtk_dialog_get_content_area(dialog.as(GtkDialog.self)).as(GtkContainer.self), content)
        Signals.click(answer, close)
        Signals.connectEvent(dialog, "delete-event") { [dialog] in
            Signals.after(dialog, close)
            return true
        }
        gtk_widget_show_all(dialog)
        LeakRegistry.shared.track(self)
        LeakRegistry.shared.track(gObject: dialog.object, as: "Tip of the day")
    }

    /// Destroys the dialog.
    func destroy() {
        gtk_widget_destroy(dialog)
    }
}
