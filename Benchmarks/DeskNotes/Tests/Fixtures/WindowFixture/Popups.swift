import CGtk3

extension MainWindow {
    /// Widgets that open a popup, which takes all presses while it is open, or a window that covers others.
    var popups: [Widget] {
        let more = gtk_menu_button_new()!.named("More")
        gtk_menu_button_set_popup(more.cast(), menu(["Print"]))
        let fruit = gtk_combo_box_text_new()!.named("Fruit")
        for name in ["Apple", "Pear"] { gtk_combo_box_text_append_text(fruit.cast(), name) }
        fruit.on("changed") { [self] in write("fruit \(gtk_combo_box_get_active(fruit.cast()))") }
        return [popoverButton, more, fruit, button("Second") { [self] in showSecond() }]
    }

    private var popoverButton: Widget {
        let opener = gtk_menu_button_new()!.named("Details")
        let popover = gtk_popover_new(opener)!
        let inside = button("Inside") { [self] in write("inside") }
        gtk_container_add(popover.cast(), inside)
        gtk_widget_show_all(inside)
        gtk_menu_button_set_popover(opener.cast(), popover)
        return opener
    }

    private func menu(_ labels: [String]) -> Widget {
        let menu = gtk_menu_new()!
        for label in labels {
            let item = gtk_menu_item_new_with_label(label)!
            item.on("activate") { [self] in write("menu \(label)") }
            gtk_menu_shell_append(menu.cast(), item)
        }
        gtk_widget_show_all(menu)
        return menu
    }

    /// Opens a window that is not modal over a part of the first one, which stays active as the pointer is there.
    private func showSecond() {
        let second: Widget = gtk_window_new(GTK_WINDOW_TOPLEVEL)
        gtk_window_set_title(second.cast(), "Over")
        gtk_window_set_default_size(second.cast(), 500, 300)
        gtk_container_add(second.cast(), button("Close") { gtk_widget_destroy(second) })
        gtk_widget_show_all(second)
    }
}
