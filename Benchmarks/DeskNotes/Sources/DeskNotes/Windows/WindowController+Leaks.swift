internal import CGtk3
internal import DeskNotesSettings

extension WindowController {
    /// Plants a leak for a leak test to find.
    func plant(_ leak: DeskSettings.Leak) {
        switch leak {
        case .handler:
            // GTK's settings outlive every window, and so do the captures of their handlers.
            Signals.connectChange(UnsafeMutableRawPointer(gtk_settings_get_default()!), of: "gtk-theme-name") {
                withExtendedLifetime(self) {}
            }
        case .widget:
            g_object_ref(window.status)
        }
    }
}
