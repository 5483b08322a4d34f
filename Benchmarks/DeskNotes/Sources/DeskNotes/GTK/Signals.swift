internal import CGtk3

/// The handler of a signal. The signal owns it and releases it when it is disconnected or its object ends.
private final class Handler<Arguments, Result> {
    let body: @MainActor (Arguments) -> Result

    init(_ body: @escaping @MainActor (Arguments) -> Result) {
        self.body = body
    }

    /// Calls the handler behind a signal's data; GTK emits signals on the main thread.
    static func call(_ data: gpointer?, _ arguments: Arguments) -> Result where Arguments: Sendable, Result: Sendable {
        nonisolated(unsafe) let handler = Unmanaged<Handler>.fromOpaque(data!).takeUnretainedValue()
        return MainActor.assumeIsolated { handler.body(arguments) }
    }
}

/// Connects handlers to signals of GObjects, until the object ends.
@MainActor enum Signals {
    /// Handles a signal without parameters.
    static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void
    ) {
        let callback: @convention(c) (gpointer?, gpointer?) -> Void = { Handler<Void, Void>.call($1, ()) }
        connect(object, signal, unsafeBitCast(callback, to: GCallback.self), Handler<Void, Void> { body() })
    }

    /// Handles a change of a property.
    static func connectChange(
        _ object: UnsafeMutableRawPointer, of property: String, _ body: @escaping @MainActor () -> Void
    ) {
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { Handler<Void, Void>.call($2, ()) }
        connect(
            object, "notify::\(property)", unsafeBitCast(callback, to: GCallback.self), Handler<Void, Void> { body() })
    }

    /// Handles an event of a window.
    ///
    /// - Parameter body: Returns `true` to stop the propagation of the event.
    static func connectEvent(_ widget: Widget, _ signal: String, _ body: @escaping @MainActor () -> Bool) {
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?) -> gboolean = {
            Handler<Void, gboolean>.call($2, ())
        }
        connect(
            widget.object, signal, unsafeBitCast(callback, to: GCallback.self),
            Handler<Void, gboolean> { body() ? 1 : 0 })
    }

    /// Handles a choice in a list; `body` receives the row's number.
    static func connectRow(_ list: Widget, _ body: @escaping @MainActor (Int) -> Void) {
        let callback: @convention(c) (gpointer?, UnsafeMutablePointer<GtkListBoxRow>?, gpointer?) -> Void = {
            Handler<Int, Void>.call($2, Int(gtk_list_box_row_get_index($1)))
        }
        connect(list.object, "row-activated", unsafeBitCast(callback, to: GCallback.self), Handler(body))
    }

    /// Handles a step of a drag; `body` receives its start or its distance so far, in pixels.
    static func connectDrag(
        _ gesture: UnsafeMutableRawPointer, _ signal: String,
        _ body: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let callback: @convention(c) (gpointer?, Double, Double, gpointer?) -> Void = {
            Handler<(Double, Double), Void>.call($3, ($1, $2))
        }
        connect(
            gesture, signal, unsafeBitCast(callback, to: GCallback.self),
            Handler<(Double, Double), Void> { body($0.0, $0.1) })
    }

    /// Runs `body` after the current signal, unless the widget has left the screen by then.
    ///
    /// A click may destroy the widget that was clicked, which GTK still uses after the signal.
    static func after(_ widget: Widget, _ body: @escaping @MainActor () -> Void) {
        g_object_ref(widget)
        Task {
            if gtk_widget_get_mapped(widget) != 0 { body() }
            g_object_unref(widget)
        }
    }

    /// Runs `body` after each click on a button.
    static func click(_ button: Widget, _ body: @escaping @MainActor () -> Void) {
        connect(button.object, "clicked") { after(button, body) }
    }

    private static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback, _ handler: AnyObject
    ) {
        g_signal_connect_data(
            object, signal, callback, Unmanaged.passRetained(handler).toOpaque(),
            { data, _ in Unmanaged<AnyObject>.fromOpaque(data!).release() }, GConnectFlags(rawValue: 0))
    }
}
