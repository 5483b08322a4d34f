internal import CGtk3
internal import Outlive
internal import OutliveGTK

/// The window: a page, a status line below it, and sometimes a card over both.
@MainActor final class NotesWindow {
    /// The window's own widget.
    let widget: Widget
    /// The container of the widgets that float over the page.
    let overlay: Widget
    /// The line that reports the outcome of the last action; every window has one.
    let status: Widget
    private let content: Widget
    private var page: (any Page)?
    private var card: SignUpCard?

    /// Creates the window without showing it.
    ///
    /// - Parameter close: Called when the user closes the window.
    init(close: @escaping @MainActor () -> Void) {
        widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)!
        gtk_window_set_title(widget.as(GtkWindow.self), "Desk Notes")
        gtk_window_set_default_size(widget.as(GtkWindow.self), 480, 640)
        status = Widget.label("", "status")
        gtk_label_set_xalign(status.as(GtkLabel.self), 0)
        content = Widget.column(12, [status]).styled("page")
        overlay = gtk_overlay_new()!
        gtk_container_add(overlay.as(GtkContainer.self), content)
        gtk_container_add(widget.as(GtkContainer.self), overlay)
        Signals.connectEvent(widget, "delete-event") {
            close()
            return true
        }
        LeakRegistry.shared.track(self)
        LeakRegistry.shared.track(gObject: widget.object, as: "Desk Notes")
        LeakRegistry.shared.track(gObject: status.object, as: "Status")
    }

    /// Shows the window, and waits until it is on the screen.
    func present() async {
        let (mapped, continuation) = AsyncStream.makeStream(of: Void.self)
        Signals.connectEvent(widget, "map-event") {
            continuation.finish()
            return false
        }
        gtk_widget_show_all(widget)
        for await _ in mapped {}
    }

    /// Replaces the page, and removes a card over it.
    func show(_ page: any Page) {
        dismissCard()
        if let old = self.page { gtk_widget_destroy(old.widget) }
        self.page = page
        gtk_box_pack_start(content.as(GtkBox.self), page.widget, 1, 1, 0)
        gtk_box_reorder_child(content.as(GtkBox.self), page.widget, 0)
        gtk_widget_show_all(page.widget)
        if let first = page.firstFocus { gtk_widget_grab_focus(first) }
    }

    /// Shows a card over the page, which cannot be used meanwhile.
    func show(_ card: SignUpCard) {
        dismissCard()
        self.card = card
        gtk_widget_set_sensitive(content, 0)
        gtk_overlay_add_overlay(overlay.as(GtkOverlay.self), card.widget)
        // Below the other widgets that float over the page.
        gtk_overlay_reorder_overlay(overlay.as(GtkOverlay.self), card.widget, 0)
        gtk_widget_show_all(card.widget)
        gtk_widget_grab_focus(card.firstFocus)
    }

    /// Removes the card, if there is one.
    func dismissCard() {
        guard let card else { return }
        self.card = nil
        gtk_widget_destroy(card.widget)
        gtk_widget_set_sensitive(content, 1)
    }

    /// Reports the outcome of an action. An empty text keeps the line's room, so that nothing above it moves.
    func say(_ text: String) {
        gtk_label_set_text(status.as(GtkLabel.self), text.isEmpty ? "" : "Status: \(text)")
    }

    /// Destroys the window with its content. It cannot be used afterwards.
    func destroy() {
        page = nil
        card = nil
        gtk_widget_destroy(widget)
    }
}
