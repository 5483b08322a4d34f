internal import OutliveSupport

/// The keyboard of the X display in `DISPLAY`.
enum XKeyboard {
    /// Returns the code of the key for a keysym, or `nil` without such a key or a display.
    static func keyCode(of keysym: Int) -> Int? {
        do {
            let library = try DynamicLibrary(loading: "libX11.so.6")
            let open: @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer? = try library.function("XOpenDisplay")
            let close: @convention(c) (OpaquePointer) -> Int32 = try library.function("XCloseDisplay")
            let keyCode: @convention(c) (OpaquePointer, UInt) -> UInt8 = try library.function("XKeysymToKeycode")
            guard let display = open(nil) else { return nil }
            defer { _ = close(display) }
            let code = Int(keyCode(display, UInt(keysym)))
            return code == 0 ? nil : code
        } catch {
            return nil
        }
    }
}
