import CGtk3

/// The main window. "Rebuild" replaces it by a new one, as a reset does.
final class MainWindow {
    private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
    private let log = label("Log: nothing")
    private var gestures: [OpaquePointer] = []

    func show() {
        gtk_window_set_title(window.cast(), "Fixture")
        gtk_window_set_default_size(window.cast(), 500, 560)
        let overlay = gtk_overlay_new()!
        gtk_container_add(overlay.cast(), box(texts + actions + popups + others))
        let cover = button("Cover") { [self] in write("cover") }
        gtk_widget_set_halign(cover, GTK_ALIGN_END)
        gtk_widget_set_valign(cover, GTK_ALIGN_START)
        gtk_overlay_add_overlay(overlay.cast(), cover)
        gtk_container_add(window.cast(), overlay)
        addGestures()
        gtk_widget_show_all(window)
    }

    func write(_ event: String) {
        gtk_label_set_text(log.cast(), "Log: \(event)")
    }

    private var texts: [Widget] {
        let email = gtk_entry_new()!.named("E-mail")
        email.on("activate") { [self] in write("entered \(String(cString: gtk_entry_get_text(email.cast())))") }
        let password = gtk_entry_new()!.named("Password")
        gtk_entry_set_visibility(password.cast(), 0)
        gtk_entry_set_input_purpose(password.cast(), GTK_INPUT_PURPOSE_PASSWORD)
        let fixed = gtk_entry_new()!.named("Fixed")
        gtk_entry_set_text(fixed.cast(), "as it is")
        gtk_editable_set_editable(OpaquePointer(fixed), 0)
        let body = gtk_text_view_new()!.named("Body")
        gtk_widget_set_size_request(body, 200, 50)
        return [log, email, password, fixed, body]
    }

    private var actions: [Widget] {
        let disabled = button("Disabled") {}
        gtk_widget_set_sensitive(disabled, 0)
        let hidden = label("Hidden")
        gtk_widget_set_no_show_all(hidden, 1)
        let rename = button("Rename") {}
        rename.on("clicked") { gtk_button_set_label(rename.cast(), "Renamed") }
        return [
            button("Go") { [self] in write("go") }, disabled, rename, hidden,
            button("Reveal") { gtk_widget_set_visible(hidden, gtk_widget_get_visible(hidden) == 0 ? 1 : 0) },
            button("Rebuild") { [self] in
                MainWindow().show()
                gtk_widget_destroy(window)
            },
            button("Ask") { [self] in ask() },
        ]
    }

    private var others: [Widget] {
        let list = gtk_list_box_new()!.named("Notes")
        for title in ["Groceries", "Ideas", "Travel"] {
            let row = gtk_list_box_row_new()!.named(title)
            gtk_container_add(row.cast(), label(title))
            gtk_container_add(list.cast(), row)
        }
        let scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 10, 1)!.named("Size")
        gtk_range_set_value(scale.cast(), 3)
        return [gtk_check_button_new_with_label("Remember"), scale, list]
    }

    /// Opens a modal dialog.
    private func ask() {
        let dialog = gtk_dialog_new()!
        gtk_window_set_title(dialog.cast(), "Tip")
        gtk_window_set_modal(dialog.cast(), 1)
        gtk_window_set_transient_for(dialog.cast(), window.cast())
        let area = gtk_dialog_get_content_area(dialog.cast())!
        gtk_container_add(area.cast(), button("Got it") { gtk_widget_destroy(dialog) })
        gtk_widget_show_all(dialog)
    }

    /// Counts presses that no other widget handles, and logs the distance of a drag.
    private func addGestures() {
        let events = [GDK_BUTTON_PRESS_MASK, GDK_BUTTON_RELEASE_MASK, GDK_POINTER_MOTION_MASK]
        gtk_widget_add_events(window, gint(events.reduce(0) { $0 | $1.rawValue }))
        let presses = gtk_gesture_multi_press_new(window)!
        gtk_event_controller_set_propagation_phase(presses, GTK_PHASE_BUBBLE)
        let pressed: @convention(c) (gpointer?, gint, Double, Double, gpointer?) -> Void = { _, count, _, _, data in
            Unmanaged<MainWindow>.fromOpaque(data!).takeUnretainedValue().write("press \(count)")
        }
        connect(presses, "pressed", unsafeBitCast(pressed, to: GCallback.self))
        let drag = gtk_gesture_drag_new(window)!
        gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_BUBBLE)
        let ended: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = { _, x, y, data in
            guard x != 0 || y != 0 else { return }
            Unmanaged<MainWindow>.fromOpaque(data!).takeUnretainedValue().write("drag \(Int(x)),\(Int(y))")
        }
        connect(drag, "drag-end", unsafeBitCast(ended, to: GCallback.self))
        gestures = [presses, drag]
    }

    private func connect(_ gesture: OpaquePointer, _ signal: String, _ callback: GCallback) {
        g_signal_connect_data(
            gpointer(gesture), signal, callback, Unmanaged.passRetained(self).toOpaque(),
            { data, _ in Unmanaged<MainWindow>.fromOpaque(data!).release() }, GConnectFlags(rawValue: 0))
    }
}
