internal import CGtk3
internal import DeskNotesSettings

extension WindowController {
    /// Makes a leak on purpose, to see it found.
    func plant(_ leak: DeskSettings.Leak) {
        switch leak {
        case .handler:
            // GTK's settings outlive every window, and so does what a handler of theirs captures.
            Signals.connectChange(UnsafeMutableRawPointer(gtk_settings_get_default()!), of: "gtk-theme-name") {
                withExtendedLifetime(self) {}
            }
        case .widget:
            g_object_ref(window.status)
        }
    }
}
