internal import OutliveSupport

#if os(Linux)
internal import Dispatch

// The functions by which Foundation's run loop serves the main queue. libdispatch exports them for that use, but
// declares them in no public header. They are linked by name, because a lookup at run time fails if libdispatch is
// linked statically.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: UnsafeMutableRawPointer?)
#endif

/// The integration of the main actor into GLib's main loop.
public enum GLibMainLoop {
    @MainActor private static var isServing = false

    /// Runs tasks of the main actor and work items of `DispatchQueue.main` in GLib's default main loop.
    ///
    /// Without this call they never run in a GTK application. Call it before `gtk_main`, in a `main` that is not
    /// `async`. Further calls have no effect. As for any GLib source, a task that starts a nested loop
    /// (`gtk_dialog_run`) blocks the others until that loop ends.
    ///
    /// - Throws: `GTKError` if the process does not link GLib, or on platforms other than Linux.
    @MainActor public static func servesMainActor() throws {
        guard !isServing else { return }
        #if os(Linux)
        try serveMainQueue(by: GLibLibrary(in: .process))
        isServing = true
        #else
        throw GTKError(.platform, "the main queue cannot be served by GLib on this platform; only on Linux")
        #endif
    }

    #if os(Linux)
    private static func serveMainQueue(by glib: GLibLibrary) {
        // A nonblocking eventfd, readable while the queue has work.
        let handle = mainQueueHandle()
        let serve: GLibLibrary.DescriptorCallback = { descriptor, _, _ in
            // Read first, because work that is enqueued while the queue drains makes it readable again.
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
            drainMainQueue(nil)
            return 1
        }
        _ = glib.addDescriptor(0, handle, 1, serve, nil, nil)
    }
    #endif
}
