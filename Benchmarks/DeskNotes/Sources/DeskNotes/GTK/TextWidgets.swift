internal import CGtk3

// Text fields and their contents.
extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// A field for one line of text.
    static func entry(_ text: String = "", hint: String) -> Widget {
        let entry = gtk_entry_new()!
        gtk_entry_set_text(entry.as(GtkEntry.self), text)
        gtk_entry_set_placeholder_text(entry.as(GtkEntry.self), hint)
        return entry.named(hint)
    }

    /// The text of an entry.
    var entryText: String { String(cString: gtk_entry_get_text(self.as(GtkEntry.self))) }

    /// A field for many lines of text.
    static func textView(_ text: String) -> Widget {
        let view = gtk_text_view_new()!
        gtk_text_view_set_wrap_mode(view.as(GtkTextView.self), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(view.as(GtkTextView.self), 0)
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(view.as(GtkTextView.self)), text, -1)
        return view
    }

    /// The text of a text view.
    var viewText: String {
        let buffer = gtk_text_view_get_buffer(self.as(GtkTextView.self))
        var start = GtkTextIter()
        var end = GtkTextIter()
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Shows a text in a label, or hides the label if the text is empty.
    func say(_ text: String) {
        gtk_label_set_text(self.as(GtkLabel.self), text)
        gtk_widget_set_visible(self, text.isEmpty ? 0 : 1)
    }

    /// Hides a label until it has a text.
    func hiddenWhileEmpty() -> Widget {
        gtk_widget_set_no_show_all(self, 1)
        return self
    }
}
