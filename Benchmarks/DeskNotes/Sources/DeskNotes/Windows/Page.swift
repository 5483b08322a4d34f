internal import CGtk3

/// What fills the window; its widget ends when another page takes its place.
@MainActor protocol Page: AnyObject {
    /// The outermost widget of the page.
    var widget: Widget { get }
    /// What gets the keyboard first; nil for nothing in particular.
    var firstFocus: Widget? { get }
}

extension Page {
    var firstFocus: Widget? { nil }
}
