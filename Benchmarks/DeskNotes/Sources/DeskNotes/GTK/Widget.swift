internal import CGtk3

/// A widget that its container owns. A pointer to a widget of a removed page dangles.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
    /// Casts the object to another of its types: C's cast macros are not imported.
    func `as`<Type>(_: Type.Type) -> UnsafeMutablePointer<Type> {
        object.assumingMemoryBound(to: Type.self)
    }

    /// The object without its type, as functions for any GObject take it.
    var object: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

// Factories of the widgets that the pages consist of.
extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Creates text that wraps, with style classes.
    static func label(_ text: String, _ classes: String...) -> Widget {
        let label = gtk_label_new(text)!
        gtk_label_set_line_wrap(label.as(GtkLabel.self), 1)
        gtk_label_set_line_wrap_mode(label.as(GtkLabel.self), PANGO_WRAP_WORD_CHAR)
        return label.styled(classes)
    }

    /// Creates text on one line, cut where it does not fit.
    static func line(_ text: String, _ classes: String...) -> Widget {
        let label = gtk_label_new(text)!
        gtk_label_set_xalign(label.as(GtkLabel.self), 0)
        gtk_label_set_ellipsize(label.as(GtkLabel.self), PANGO_ELLIPSIZE_END)
        return label.styled(classes)
    }

    /// Creates a button with a label.
    static func button(_ text: String, _ classes: String...) -> Widget {
        gtk_button_new_with_label(text)!.styled(classes)
    }

    /// Stacks widgets vertically.
    static func column(_ spacing: Int32, _ children: [Widget]) -> Widget {
        box(GTK_ORIENTATION_VERTICAL, spacing, children)
    }

    /// Places widgets side by side.
    static func row(_ spacing: Int32, _ children: [Widget]) -> Widget {
        box(GTK_ORIENTATION_HORIZONTAL, spacing, children)
    }

    /// Creates an area that scrolls vertically.
    static func scrolled(_ child: Widget, _ classes: String...) -> Widget {
        let scrolled = gtk_scrolled_window_new(nil, nil)!
        gtk_scrolled_window_set_policy(scrolled.as(GtkScrolledWindow.self), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_container_add(scrolled.as(GtkContainer.self), child)
        return scrolled.styled(classes).expanding()
    }

    private static func box(_ orientation: GtkOrientation, _ spacing: Int32, _ children: [Widget]) -> Widget {
        let box = gtk_box_new(orientation, spacing)!
        for child in children { gtk_container_add(box.as(GtkContainer.self), child) }
        return box
    }
}

// Modifiers that return the widget.
extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Adds style classes.
    @discardableResult
    func styled(_ classes: [String]) -> Widget {
        let context = gtk_widget_get_style_context(self)
        for name in classes { gtk_style_context_add_class(context, name) }
        return self
    }

    /// Adds style classes.
    @discardableResult
    func styled(_ classes: String...) -> Widget { styled(classes) }

    /// Sets the name that assistive technologies, and tests, know the widget by.
    @discardableResult
    func named(_ name: String) -> Widget {
        atk_object_set_name(gtk_widget_get_accessible(self), name)
        return self
    }

    /// Makes the widget take up the remaining room.
    func expanding() -> Widget {
        gtk_widget_set_hexpand(self, 1)
        gtk_widget_set_vexpand(self, 1)
        return self
    }

    /// Aligns the widget within its room.
    func aligned(_ horizontal: GtkAlign, _ vertical: GtkAlign) -> Widget {
        gtk_widget_set_halign(self, horizontal)
        gtk_widget_set_valign(self, vertical)
        return self
    }
}
