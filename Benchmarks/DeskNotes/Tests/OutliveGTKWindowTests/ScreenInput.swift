internal import CGtk3
internal import Foundation

/// The pointer and the keyboard of a screen, simulated by the X server's XTEST extension.
///
/// GTK treats the events as a user's, with grabs and crossings. The server has made them when it next answers.
@MainActor
struct ScreenInput {
    private typealias Display = UnsafeMutableRawPointer

    private let display: Display
    private let move: @convention(c) (Display, CInt, CInt, CInt, CUnsignedLong) -> CInt
    private let pressButton: @convention(c) (Display, CUnsignedInt, CInt, CUnsignedLong) -> CInt
    private let pressKey: @convention(c) (Display, CUnsignedInt, CInt, CUnsignedLong) -> CInt
    private let keyCode: @convention(c) (Display, CUnsignedLong) -> UInt8

    /// Opens the input of the screen that GTK uses.
    ///
    /// - Throws: An error if the extension's library is missing or GTK does not use an X server.
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

    /// Presses or releases a button of the pointer.
    func press(button: UInt32, isDown: Bool) {
        _ = pressButton(display, button, isDown ? 1 : 0, 0)
    }

    /// Presses or releases a key. The window under the pointer receives it.
    func press(key: CInt, isDown: Bool) {
        _ = pressKey(display, CUnsignedInt(keyCode(display, CUnsignedLong(key))), isDown ? 1 : 0, 0)
    }
}
