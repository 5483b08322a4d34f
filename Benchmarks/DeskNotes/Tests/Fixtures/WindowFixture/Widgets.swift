import CGtk3

typealias Widget = UnsafeMutablePointer<GtkWidget>

/// The handler of a signal; it is released with the widget.
final class Handler {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
        self.run = run
    }
}

extension UnsafeMutablePointer {
    /// Casts the widget to another of its types in C.
    func cast<Other>(to _: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }
}

extension Widget {
    /// Calls a closure at each signal that has no parameters besides the widget.
    func on(_ signal: String, _ run: @escaping () -> Void) {
        let call: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            Unmanaged<Handler>.fromOpaque(data!).takeUnretainedValue().run()
        }
        g_signal_connect_data(
            self, signal, unsafeBitCast(call, to: GCallback.self), Unmanaged.passRetained(Handler(run)).toOpaque(),
            { data, _ in Unmanaged<Handler>.fromOpaque(data!).release() }, GConnectFlags(rawValue: 0))
    }

    /// Sets the name for assistive technology.
    func named(_ name: String) -> Widget {
        atk_object_set_name(gtk_widget_get_accessible(self), name)
        return self
    }
}

func label(_ text: String) -> Widget { gtk_label_new(text) }

func button(_ text: String, _ run: @escaping () -> Void) -> Widget {
    let button = gtk_button_new_with_label(text)!
    button.on("clicked", run)
    return button
}

func box(_ children: [Widget]) -> Widget {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
    for child in children { gtk_container_add(box.cast(), child) }
    return box
}
