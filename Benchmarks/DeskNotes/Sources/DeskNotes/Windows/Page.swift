internal import CGtk3

/// The content of the window. Its widget is destroyed when another page replaces it.
@MainActor protocol Page: AnyObject {
    /// The outermost widget of the page.
    var widget: Widget { get }
    /// The widget that takes the keyboard focus first, or `nil` for none in particular.
    var firstFocus: Widget? { get }
}

extension Page {
    var firstFocus: Widget? { nil }
}
