internal import OutliveSupport

struct XDisplay: Sendable {
    private typealias Pointer = OpaquePointer

    /// The display, read once, or `nil` without one.
    static let shared = try? XDisplay()
    let bounds: ElementFrame
    let hasWindowManager: Bool

    /// Reads the properties of the display.
    ///
    /// The connection stays open. A virtual display resets when its last client disconnects, as it would between the
    /// applications of two tests, and rejects clients meanwhile. The connection is not used afterwards, because the
    /// library ends the process if the display has ended.
    private init?() throws {
        guard let (library, display) = try Self.open() else { return nil }
        let screen: @convention(c) (Pointer) -> Int32 = try library.function("XDefaultScreen")
        let width: @convention(c) (Pointer, Int32) -> Int32 = try library.function("XDisplayWidth")
        let height: @convention(c) (Pointer, Int32) -> Int32 = try library.function("XDisplayHeight")
        let number = screen(display)
        bounds = ElementFrame(x: 0, y: 0, width: Int(width(display, number)), height: Int(height(display, number)))
        hasWindowManager = try Self.hasWindowManager(display, library)
    }

    /// Opens the display, or returns `nil` without one.
    private static func open() throws -> (DynamicLibrary, Pointer)? {
        let library = try DynamicLibrary(loading: "libX11.so.6")
        let open: @convention(c) (UnsafePointer<CChar>?) -> Pointer? = try library.function("XOpenDisplay")
        return open(nil).map { (library, $0) }
    }

    /// Returns `true` if the root window has the property that a window manager sets to its own window.
    private static func hasWindowManager(_ display: Pointer, _ library: DynamicLibrary) throws -> Bool {
        let root: @convention(c) (Pointer) -> UInt = try library.function("XDefaultRootWindow")
        let atom: @convention(c) (Pointer, UnsafePointer<CChar>, Int32) -> UInt = try library.function("XInternAtom")
        let names: @convention(c) (Pointer, UInt, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt>? =
            try library.function("XListProperties")
        let free: @convention(c) (UnsafeMutableRawPointer) -> Int32 = try library.function("XFree")
        var count: Int32 = 0
        guard let list = names(display, root(display), &count) else { return false }
        defer { _ = free(list) }
        let wanted = atom(display, "_NET_SUPPORTING_WM_CHECK", 0)
        return UnsafeBufferPointer(start: list, count: Int(count)).contains(wanted)
    }

    /// Returns the code of the key for a keysym, or `nil` without such a key or a display.
    static func keyCode(of keysym: Int) -> Int? {
        try? { () throws -> Int? in
            guard let (library, display) = try open() else { return nil }
            let close: @convention(c) (Pointer) -> Int32 = try library.function("XCloseDisplay")
            let keyCode: @convention(c) (Pointer, UInt) -> UInt8 = try library.function("XKeysymToKeycode")
            defer { _ = close(display) }
            let code = Int(keyCode(display, UInt(keysym)))
            return code == 0 ? nil : code
        }()
    }
}
