internal import OutliveDynamicLibrary

/// The X display that `DISPLAY` names, as it was at first.
struct XScreen: Sendable {
    /// The display, looked at once; nil when there is none.
    static let shared = XScreen()

    /// How large its screen is.
    let size: ElementFrame
    /// Whether a window manager runs on it.
    let hasWindowManager: Bool

    /// Looks at the display; nil when there is none.
    ///
    /// The connection stays open: a virtual display starts over when its last client goes, as it would between the
    /// applications of two tests, and turns away who comes just then. It is not used any more: the library ends the
    /// process when the display has gone.
    private init?() {
        do {
            let library = try DynamicLibrary(loading: "libX11.so.6")
            let open: @convention(c) (UnsafePointer<CChar>?) -> Display? = try library.function("XOpenDisplay")
            let screen: @convention(c) (Display) -> Int32 = try library.function("XDefaultScreen")
            let width: @convention(c) (Display, Int32) -> Int32 = try library.function("XDisplayWidth")
            let height: @convention(c) (Display, Int32) -> Int32 = try library.function("XDisplayHeight")
            guard let display = open(nil) else { return nil }
            let number = screen(display)
            size = ElementFrame(x: 0, y: 0, width: Int(width(display, number)), height: Int(height(display, number)))
            hasWindowManager = try Self.hasWindowManager(display, library)
        } catch {
            return nil
        }
    }

    private typealias Display = OpaquePointer

    /// A window manager names a window of its own in a property of the root window.
    private static func hasWindowManager(_ display: Display, _ library: DynamicLibrary) throws -> Bool {
        let root: @convention(c) (Display) -> UInt = try library.function("XDefaultRootWindow")
        let atom: @convention(c) (Display, UnsafePointer<CChar>, Int32) -> UInt = try library.function("XInternAtom")
        let names: @convention(c) (Display, UInt, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt>? =
            try library.function("XListProperties")
        let free: @convention(c) (UnsafeMutableRawPointer) -> Int32 = try library.function("XFree")
        var count: Int32 = 0
        guard let list = names(display, root(display), &count) else { return false }
        defer { _ = free(list) }
        let wanted = atom(display, "_NET_SUPPORTING_WM_CHECK", 0)
        return UnsafeBufferPointer(start: list, count: Int(count)).contains(wanted)
    }
}
