internal import CGtk3

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension Widget {
    /// Casts the widget to another of its classes: C's cast macros are not imported.
    func `as`<Instance>(_ type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Instance.self)
    }

    /// Returns the frame of the widget in its window.
    @MainActor func frame(in window: Window) -> GdkRectangle {
        var frame = GdkRectangle(
            x: 0, y: 0, width: gtk_widget_get_allocated_width(self), height: gtk_widget_get_allocated_height(self))
        gtk_widget_translate_coordinates(self, window.window, 0, 0, &frame.x, &frame.y)
        return frame
    }
}

/// A window with an overlay whose content is a column of widgets.
@MainActor
final class Window {
    let window: Widget
    let overlay: Widget
    let content: Widget

    init(_ widgets: Widget...) {
        window = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        overlay = gtk_overlay_new()
        content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
        gtk_window_set_default_size(window.as(), 300, 200)
        gtk_container_add(window.as(), overlay)
        gtk_container_add(overlay.as(), content)
        for widget in widgets { gtk_box_pack_start(content.as(), widget, 1, 1, 0) }
    }

    /// The widget over the content.
    var button: Widget? { Self.children(of: overlay).first { $0 != content } }

    /// Returns the children of a container.
    static func children(of container: Widget) -> [Widget] {
        let list = gtk_container_get_children(container.as())
        defer { g_list_free(list) }
        return sequence(first: list, next: { $0?.pointee.next }).compactMap {
            $0?.pointee.data.assumingMemoryBound(to: GtkWidget.self)
        }
    }

    /// Shows the window and waits until it is drawn.
    func show() {
        gtk_widget_show_all(window)
        gdk_test_render_sync(gtk_widget_get_window(window))
        Screen.settle()
    }

    /// Destroys the window and runs the loop until it is idle.
    func destroy() {
        gtk_widget_destroy(window)
        Screen.settle()
    }

    /// Presses and releases a button of the pointer over the middle of a widget.
    func click(_ widget: Widget, times: Int = 1, button: UInt32 = 1) {
        let frame = widget.frame(in: self)
        for _ in 0..<times { click(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, button: button) }
    }

    /// Presses and releases a button of the pointer, once, at a point of the window.
    func click(x: CInt, y: CInt, button: UInt32 = 1) {
        movePointer(x: x, y: y)
        for isDown in [true, false] {
            Screen.input.press(button: button, isDown: isDown)
            Screen.settle()
        }
    }

    /// Presses and releases a key.
    func type(_ key: CInt) {
        // Without a window manager, the window under the pointer has the keyboard.
        movePointer(x: 1, y: 1)
        for isDown in [true, false] {
            Screen.input.press(key: key, isDown: isDown)
            Screen.settle()
        }
    }

    private func movePointer(x: CInt, y: CInt) {
        var (left, top): (CInt, CInt) = (0, 0)
        gdk_window_get_origin(gtk_widget_get_window(window), &left, &top)
        Screen.input.move(x: left + x, y: top + y)
    }
}
