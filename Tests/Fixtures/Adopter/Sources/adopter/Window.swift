import Foundation

/// An empty window.
///
/// Only this type loads GTK, so that the service is built and runs without it.
@MainActor
final class Window {
    /// The window could not be opened.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private typealias Widget = UnsafeMutableRawPointer

    let window: UnsafeMutableRawPointer
    /// The overlay that contains the window's content.
    let overlay: UnsafeMutableRawPointer
    private let end: @convention(c) (Widget) -> Void

    init() throws {
        guard let gtk = dlopen("libgtk-3.so.0", RTLD_NOW | RTLD_GLOBAL) else {
            throw Missing(description: "GTK 3 cannot be loaded; install it, or leave --window out")
        }
        func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
            guard let address = dlsym(gtk, name) else { throw Missing(description: "GTK has no \(name)") }
            return unsafeBitCast(address, to: type)
        }
        typealias Initialise = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CInt
        guard try function("gtk_init_check", Initialise.self)(nil, nil) != 0 else {
            throw Missing(description: "there is no display; set DISPLAY, or leave --window out")
        }
        end = try function("gtk_widget_destroy", (@convention(c) (Widget) -> Void).self)
        window = try function("gtk_window_new", (@convention(c) (CInt) -> Widget).self)(0)
        overlay = try function("gtk_overlay_new", (@convention(c) () -> Widget).self)()
        try function("gtk_container_add", (@convention(c) (Widget, Widget) -> Void).self)(window, overlay)
    }

    func destroy() { end(window) }
}
