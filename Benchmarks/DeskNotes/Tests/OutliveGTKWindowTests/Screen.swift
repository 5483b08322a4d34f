internal import CGtk3
internal import Foundation

/// A screen of the tests' own, so that they need none, and disturb nothing on the one that there is.
@MainActor
enum Screen {
    /// Whether there is an X server to start.
    nonisolated static var isInstalled: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/Xvfb") }
    }

    /// Whether the UI tests are left out: they run GLib's default loop as well, on threads where GTK must not be.
    nonisolated static var isAlone: Bool {
        CommandLine.arguments.contains { $0.contains("OutliveGTKWindowTests") }
    }

    /// Starts an X server and opens GTK on it, once.
    ///
    /// - Throws: when GTK cannot use it.
    static func open() throws {
        _ = try opened.get()
        // No press of a test counts as slow, however busy the machine is.
        doubleClickTime = 60_000
    }

    /// Within how many milliseconds a press has to follow another.
    static var doubleClickTime: CInt = 0 {
        didSet {
            var value = GValue()
            // G_TYPE_INT, which is a cast in C.
            g_value_init(&value, 6 << 2)
            g_value_set_int(&value, doubleClickTime)
            g_object_set_property(
                UnsafeMutableRawPointer(gtk_settings_get_default()).assumingMemoryBound(to: GObject.self),
                "gtk-double-click-time", &value)
        }
    }

    /// Runs the loop until it has nothing to do, with what the X server had to say.
    static func settle() {
        gdk_display_sync(gdk_display_get_default())
        while gtk_events_pending() != 0 { gtk_main_iteration() }
    }

    /// Runs the loop until a timer of its own ends: all that were to end before have done so by then.
    static func run(for milliseconds: CInt) {
        let loop = g_main_loop_new(nil, 0)
        _ = g_timeout_add_full(
            G_PRIORITY_LOW, guint(milliseconds),
            { loop in
                g_main_loop_quit(OpaquePointer(loop))
                return 0
            }, UnsafeMutableRawPointer(loop), nil)
        g_main_loop_run(loop)
        g_main_loop_unref(loop)
        settle()
    }

    /// Runs the loop until something holds.
    ///
    /// - Returns: whether it does, after a minute at most.
    static func run(until holds: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        // So that the loop returns also when nothing happens.
        let timer = g_timeout_add_full(G_PRIORITY_DEFAULT, 100, { _ in 1 }, nil, nil)
        defer { g_source_remove(timer) }
        while !holds() {
            guard ContinuousClock.now < end else { return false }
            gtk_main_iteration()
        }
        return true
    }

    /// The pointer and the keyboard.
    ///
    /// - Precondition: the screen is open.
    static var input: ScreenInput { try! opened.get() }

    private static let opened = Result {
        let server = Process()
        let output = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // It ends with its last client, that is, with the tests.
        server.arguments = ["Xvfb", "-displayfd", "1", "-terminate", "-nolisten", "tcp", "-screen", "0", "800x600x24"]
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        // The windows are not to be on the accessibility bus that other tests look at.
        setenv("NO_AT_BRIDGE", "1", 1)
        // The server says its number when it is ready.
        let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !number.isEmpty, gtk_parse_args(nil, nil) != 0, let display = gdk_display_open(":\(number)") else {
            throw ScreenError(description: "GTK cannot use the screen of Xvfb, \":\(number)\"")
        }
        gdk_display_manager_set_default_display(gdk_display_manager_get(), display)
        unsetenv("NO_AT_BRIDGE")
        return try ScreenInput(display)
    }
}

/// Why there is no screen.
struct ScreenError: Error, CustomStringConvertible {
    let description: String
}
