internal import CGtk3
internal import Outlive
internal import OutliveGTK

/// A card over the landing page for creating an account. Dragging its heading down closes it.
@MainActor final class SignUpCard {
    /// The card with the layer that darkens the page behind it.
    let widget: Widget
    private let card: Widget
    private let heading: Widget
    private let email: Widget
    private let password: Widget
    private let complaint: Widget
    private let close: @MainActor () -> Void
    private let signUp: @MainActor (SignUp) -> Void

    /// Creates the card.
    ///
    /// - Parameters:
    ///   - signUp: Called with the input once it is valid.
    ///   - close: Called when the user dismisses the card.
    init(signUp: @escaping @MainActor (SignUp) -> Void, close: @escaping @MainActor () -> Void) {
        self.signUp = signUp
        self.close = close
        heading = Widget.label("Create your account", "headline")
        email = .entry(hint: "E-mail")
        password = .entry(hint: "Password")
        gtk_entry_set_visibility(password.as(GtkEntry.self), 0)
        gtk_entry_set_input_purpose(email.as(GtkEntry.self), GTK_INPUT_PURPOSE_EMAIL)
        gtk_entry_set_input_purpose(password.as(GtkEntry.self), GTK_INPUT_PURPOSE_PASSWORD)
        complaint = Widget.label("", "complaint").hiddenWhileEmpty()
        let create = Widget.button("Create account", "suggested-action")
        let cancel = Widget.button("Close", "flat")
        let handle = gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)!.styled("handle")
        card = Widget.column(
            12,
            [handle.aligned(GTK_ALIGN_CENTER, GTK_ALIGN_START), heading, email, password, complaint, create, cancel]
        ).styled("card").aligned(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(card, 360, -1)
        widget = gtk_event_box_new()!.styled("scrim")
        gtk_container_add(widget.as(GtkContainer.self), card)

        Signals.click(create) { [weak self] in self?.submit() }
        Signals.click(cancel) { [weak self] in self?.close() }
        Signals.connect(password.object, "activate") { [weak self, password] in
            Signals.after(password) { self?.submit() }
        }
        closeByDrag()
        LeakRegistry.shared.track(self)
        LeakRegistry.shared.track(gObject: widget.object, as: "Sign-up card")
    }

    /// The widget that takes the keyboard focus first.
    var firstFocus: Widget { email }

    private func submit() {
        do {
            signUp(try SignUp(email: email.entryText, password: password.entryText))
        } catch {
            complaint.say("\(error)")
        }
    }
}

// MARK: Closing by a drag

extension SignUpCard {
    /// The distance in pixels that the heading has to be dragged down for the card to close.
    private static let closingDistance = 80.0

    /// Makes the heading draggable.
    ///
    /// The gesture belongs to the layer around the card: a widget that moves would measure the distance wrongly.
    private func closeByDrag() {
        let gesture = gtk_gesture_drag_new(widget)!
        let object = UnsafeMutableRawPointer(gesture)
        Signals.connectDrag(object, "drag-begin") { [weak self] x, y in
            if self?.isHeading(x, y) != true { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED) }
        }
        Signals.connectDrag(object, "drag-update") { [weak self] _, y in self?.follow(y) }
        Signals.connectDrag(object, "drag-end") { [weak self] _, y in self?.endDrag(y) }
        // A widget does not own its gestures.
        Signals.connect(widget.object, "destroy") { g_object_unref(object) }
        LeakRegistry.shared.track(gObject: object, as: "Drag")
    }

    private func isHeading(_ x: Double, _ y: Double) -> Bool {
        var left: Int32 = 0
        var top: Int32 = 0
        gtk_widget_translate_coordinates(heading, widget, 0, 0, &left, &top)
        let width = gtk_widget_get_allocated_width(heading)
        let height = gtk_widget_get_allocated_height(heading)
        return (left..<left + width).contains(Int32(x)) && (top..<top + height).contains(Int32(y))
    }

    /// Moves the card with the pointer, and fades it as it approaches the closing distance.
    private func follow(_ distance: Double) {
        let part = min(max(distance / Self.closingDistance, 0), 1)
        gtk_widget_set_margin_top(card, Int32(part * Self.closingDistance))
        gtk_widget_set_opacity(card, 1 - part / 2)
    }

    private func endDrag(_ distance: Double) {
        guard distance >= Self.closingDistance else { return follow(0) }
        Signals.after(widget) { [weak self] in self?.close() }
    }
}
