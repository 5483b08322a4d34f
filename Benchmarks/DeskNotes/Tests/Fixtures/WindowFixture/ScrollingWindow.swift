import CGtk3

/// A window with widgets that are out of view, in each way that GTK has.
final class ScrollingWindow {
    private let window: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
    private let log = label("Log: nothing")

    func show() {
        gtk_window_set_title(window.cast(), "Fixture")
        gtk_window_set_default_size(window.cast(), 500, 700)
        gtk_container_add(window.cast(), box([log, pages, form, rows] + choices))
        addShortcuts()
        gtk_widget_show_all(window)
    }

    private func write(_ event: String) {
        gtk_label_set_text(log.cast(), "Log: \(event)")
    }

    /// The stacked pages: one of each is shown, and nothing scrolls.
    private var pages: Widget {
        let stack = gtk_stack_new()!
        let notebook = gtk_notebook_new()!
        for name in ["First", "Second"] {
            gtk_stack_add_named(stack.cast(), button("\(name) of stack") {}, name)
            gtk_notebook_append_page(notebook.cast(), button("\(name) of notebook") {}, label(name))
        }
        return box([stack, notebook, folded("In expander"), revealed("In revealer")])
    }

    private func folded(_ name: String) -> Widget {
        let expander = gtk_expander_new("More")!
        gtk_container_add(expander.cast(), button(name) {})
        return expander
    }

    private func revealed(_ name: String) -> Widget {
        let revealer = gtk_revealer_new()!
        gtk_container_add(revealer.cast(), button(name) {})
        return revealer
    }

    /// A form that scrolls both ways and ends with a collapsed part.
    private var form: Widget {
        let notebook = gtk_notebook_new()!
        for name in ["Upper", "Lower"] {
            gtk_notebook_append_page(notebook.cast(), button(name) { [self] in write(name) }, label(name))
        }
        let hidden = button("Hidden") {}
        gtk_widget_set_no_show_all(hidden, 1)
        let wide = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
        for index in 0..<12 {
            gtk_container_add(wide.cast(), button("Column \(index)") { [self] in write("column \(index)") })
        }
        let fields = (0..<6).map { index in button("Field \(index)") { [self] in write("field \(index)") } }
        return scrolled(box([wide] + fields + [hidden, notebook, folded("Below expander")]), height: 110)
    }

    private var rows: Widget {
        let list = gtk_list_box_new()!.named("Rows")
        for index in 0..<500 {
            let row = gtk_list_box_row_new()!.named("Row \(index)")
            gtk_container_add(row.cast(), label("Text \(index)"))
            gtk_container_add(list.cast(), row)
        }
        return scrolled(list, height: 200)
    }

    private func scrolled(_ content: Widget, height: gint) -> Widget {
        let pane = gtk_scrolled_window_new(nil, nil)!
        gtk_container_add(pane.cast(), content)
        gtk_widget_set_size_request(pane, -1, height)
        return pane
    }

    private var choices: [Widget] {
        let colours = gtk_combo_box_text_new()!.named("Colour")
        let sizes = gtk_combo_box_text_new_with_entry()!.named("Size")
        for text in ["Red", "Green", "Blue"] { gtk_combo_box_text_append_text(colours.cast(), text) }
        for text in ["Small", "Large"] { gtk_combo_box_text_append_text(sizes.cast(), text) }
        gtk_combo_box_set_active(colours.cast(), 0)
        return [
            colours, sizes,
            button("Open") {
                // The function that creates one is variadic, which Swift cannot call.
                let object = g_object_new_with_properties(gtk_file_chooser_dialog_get_type(), 0, nil, nil)!
                let chooser: Widget = object.cast()
                gtk_window_set_title(chooser.cast(), "Choose a note")
                gtk_window_set_modal(chooser.cast(), 1)
                let area = gtk_dialog_get_content_area(chooser.cast())!
                gtk_container_add(area.cast(), button("Never mind") { gtk_widget_destroy(chooser) })
                gtk_widget_show_all(chooser)
            },
        ]
    }

    private func addShortcuts() {
        let group = gtk_accel_group_new()!
        gtk_window_add_accel_group(window.cast(), group)
        let keys: [(String, gint, GdkModifierType)] = [
            ("save", GDK_KEY_s, GDK_CONTROL_MASK), ("find", GDK_KEY_f, GDK_MOD1_MASK),
            ("reload", GDK_KEY_F5, GdkModifierType(0)),
            ("save as", GDK_KEY_s, GdkModifierType(GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue)),
        ]
        for (event, key, modifiers) in keys {
            let handler = Unmanaged.passRetained(Handler { [self] in write(event) }).toOpaque()
            let activated: @convention(c) (gpointer?, gpointer?, guint, GdkModifierType, gpointer?) -> gboolean = {
                Unmanaged<Handler>.fromOpaque($4!).takeUnretainedValue().run()
                return 1
            }
            gtk_accel_group_connect(
                group, guint(key), modifiers, GtkAccelFlags(0),
                g_cclosure_new(unsafeBitCast(activated, to: GCallback.self), handler) { data, _ in
                    Unmanaged<Handler>.fromOpaque(data!).release()
                })
        }
    }
}
