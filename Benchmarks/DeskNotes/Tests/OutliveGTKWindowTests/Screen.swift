internal import CGtk3
internal import Foundation

/// A screen of the tests' own, so that they run without one, and disturb no window on an existing one.
@MainActor
enum Screen {
    /// `true` if there is an X server to start.
    nonisolated static var isInstalled: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/Xvfb") }
    }

    /// `true` if the UI tests are left out. They run GLib's default loop as well, on threads where GTK must not be.
    nonisolated static var isAlone: Bool {
        CommandLine.arguments.contains { $0.contains("OutliveGTKWindowTests") }
    }

    /// Starts an X server and opens GTK on it, once.
    ///
    /// - Throws: An error if GTK cannot use it.
    static func open() throws {
        _ = try opened.get()
        // Presses must not count as slow on a busy machine.
        doubleClickTime = 60_000
    }

    /// The time in milliseconds within which presses form a double click.
    static var doubleClickTime: CInt = 0 {
        didSet {
            var value = GValue()
            // The value of G_TYPE_INT, which is a cast in C.
            g_value_init(&value, 6 << 2)
            g_value_set_int(&value, doubleClickTime)
            g_object_set_property(
                UnsafeMutableRawPointer(gtk_settings_get_default()).assumingMemoryBound(to: GObject.self),
                "gtk-double-click-time", &value)
        }
    }

    /// Runs the loop until it is idle and the X server's pending events are handled.
    static func settle() {
        gdk_display_sync(gdk_display_get_default())
        while gtk_events_pending() != 0 { gtk_main_iteration() }
    }

    /// Runs the loop until a timer of its own ends. All earlier timers have ended by then.
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

    /// Runs the loop until a condition holds, for a minute at most.
    ///
    /// - Returns: `true` if the condition holds.
    static func run(until holds: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        // The timer makes the loop return even without events.
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
        // The server ends with its last client: the tests.
        server.arguments = ["Xvfb", "-displayfd", "1", "-terminate", "-nolisten", "tcp", "-screen", "0", "800x600x24"]
        server.standardOutput = output
        server.standardError = FileHandle.nullDevice
        try server.run()
        // Keeps the windows off the accessibility bus that other tests read.
        setenv("NO_AT_BRIDGE", "1", 1)
        // The server prints its display number when it is ready.
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

/// The reason why there is no screen.
struct ScreenError: Error, CustomStringConvertible {
    let description: String
}
