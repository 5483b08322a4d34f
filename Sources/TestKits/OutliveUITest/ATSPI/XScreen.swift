internal import OutliveSupport

/// The X display in `DISPLAY`, as it was at the first access.
struct XScreen: Sendable {
    /// The display, read once, or `nil` without one.
    static let shared = XScreen()

    let size: ElementFrame
    let hasWindowManager: Bool

    /// Reads the properties of the display; returns `nil` without a display.
    ///
    /// The connection stays open. A virtual display starts over when its last client disconnects, as it would between
    /// the applications of two tests, and rejects clients meanwhile. The connection is not used afterwards, because the
    /// library ends the process if the display has ended.
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

    /// Returns `true` if the root window has the property in which a window manager names its own window.
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
