internal import CGtk3
internal import Foundation

/// The pointer and the keyboard of a screen, by the X server's extension for tests.
///
/// To GTK they are those of a person, with grabs and crossings. The server has made the events when it answers next.
@MainActor
struct ScreenInput {
    private typealias Display = UnsafeMutableRawPointer

    private let display: Display
    private let move: @convention(c) (Display, CInt, CInt, CInt, CUnsignedLong) -> CInt
    private let pressButton: @convention(c) (Display, CUnsignedInt, CInt, CUnsignedLong) -> CInt
    private let pressKey: @convention(c) (Display, CUnsignedInt, CInt, CUnsignedLong) -> CInt
    private let keyCode: @convention(c) (Display, CUnsignedLong) -> UInt8

    /// Those of the screen that GTK is on.
    ///
    /// - Throws: when the extension's library is not there, or GTK is not on an X server.
    init(_ display: OpaquePointer) throws {
        let library = dlopen("libXtst.so.6", RTLD_NOW | RTLD_GLOBAL)
        func function<Function>(_ name: String) throws -> Function {
            guard library != nil, let symbol = dlsym(nil, name) else {
                throw ScreenError(description: "there is no \(name); is libXtst.so.6 installed?")
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        let displayOf: @convention(c) (OpaquePointer) -> Display? = try function("gdk_x11_display_get_xdisplay")
        guard let display = displayOf(display) else { throw ScreenError(description: "GTK is not on an X server") }
        self.display = display
        move = try function("XTestFakeMotionEvent")
        pressButton = try function("XTestFakeButtonEvent")
        pressKey = try function("XTestFakeKeyEvent")
        keyCode = try function("XKeysymToKeycode")
    }

    /// Moves the pointer to a point of the screen.
    func move(x: CInt, y: CInt) {
        _ = move(display, -1, x, y, 0)
    }

    /// Presses a button of the pointer, or lets go of it.
    func press(button: UInt32, isDown: Bool) {
        _ = pressButton(display, button, isDown ? 1 : 0, 0)
    }

    /// Presses a key, or lets go of it; the window under the pointer gets it.
    func press(key: CInt, isDown: Bool) {
        _ = pressKey(display, CUnsignedInt(keyCode(display, CUnsignedLong(key))), isDown ? 1 : 0, 0)
    }
}
