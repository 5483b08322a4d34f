internal import CGtk3

/// The style of the widgets.
@MainActor enum Style {
    /// Installs the style for all windows of the process. Call this once.
    static func install() {
        let provider = gtk_css_provider_new()!
        gtk_css_provider_load_from_data(provider, sheet, -1, nil)
        gtk_style_context_add_provider_for_screen(
            gdk_screen_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    private static let sheet = """
        window { background-color: #f7f4ee; color: #2d3142; }
        button { border-radius: 8px; padding: 8px 12px; }
        button.suggested-action { background: #3f5b8c; border-color: #34507f; color: white; text-shadow: none; }
        button.suggested-action:hover { background: #4b6aa0; }
        entry { border-radius: 8px; padding: 8px 10px; }
        .page { padding: 24px; }
        .headline { font-size: 22px; font-weight: bold; }
        .title { font-size: 16px; font-weight: bold; }
        .subtle { color: alpha(#2d3142, 0.65); }
        .logo { font-size: 48px; color: white; background: #e0a458; border-radius: 24px; padding: 12px 24px; }
        .wide { min-width: 260px; }
        .sheet { background-color: white; border: 1px solid #ddd6c8; border-radius: 10px; }
        .sheet list, .sheet textview, .sheet text { background-color: transparent; }
        .sheet textview { padding: 12px; font-size: 15px; }
        .sheet row { padding: 12px 16px; border-bottom: 1px solid #efe9dd; }
        .sheet row:hover { background-color: #f3efe6; }
        .scrim { background-color: rgba(30, 34, 48, 0.45); }
        .card { background-color: white; border-radius: 16px; padding: 16px 28px 24px 28px; }
        .handle { background-color: #d8d3c8; border-radius: 3px; min-width: 44px; min-height: 5px; font-size: 1px; }
        .complaint { color: #b3261e; }
        .status { font-size: 13px; color: alpha(#2d3142, 0.8); }
        dialog { background-color: white; border: 1px solid #c9c1b2; }
        .tip { padding: 16px 24px; }
        """
}
