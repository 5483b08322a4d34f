internal import CGtk3
internal import Dispatch
internal import OutliveGTK

/// Prints what runs while GLib's main loop runs, a word per line, and ends.
@main
struct Main {
    @MainActor static func main() throws {
        // Enqueued before the loop serves the queue.
        Task { print("before") }
        try GLibMainLoop.servesMainActor()
        try GLibMainLoop.servesMainActor()
        let loop = g_main_loop_new(nil, 0)
        Task {
            try await Task.sleep(for: .milliseconds(1))
            print("after a sleep")
            DispatchQueue.main.async { print("on the main queue") }
            await Task.yield()
            Task {
                print("after the nested loop")
                g_main_loop_quit(loop)
            }
            runNestedLoop()
            print("the nested loop has ended")
        }
        g_main_loop_run(loop)
        g_main_loop_unref(loop)
    }

    /// Runs a loop as a modal dialog does, until a timer ends it.
    @MainActor private static func runNestedLoop() {
        let nested = g_main_loop_new(nil, 0)
        _ = g_timeout_add_full(
            G_PRIORITY_LOW, 1,
            { nested in
                print("in the nested loop")
                g_main_loop_quit(OpaquePointer(nested))
                return 0
            }, UnsafeMutableRawPointer(nested), nil)
        g_main_loop_run(nested)
        g_main_loop_unref(nested)
    }
}
