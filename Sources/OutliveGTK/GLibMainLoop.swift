internal import OutliveDynamicLibrary

#if os(Linux)
internal import Dispatch
#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

// What Foundation's run loop serves the main queue by; exported for that use, though in no header. By name rather than
// looked up, as a look-up fails where libdispatch is linked statically.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> CInt

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: UnsafeMutableRawPointer?)
#endif

/// Lets the main actor run within GLib's main loop.
public enum GLibMainLoop {
    @MainActor private static var isServing = false

    /// From now on, tasks of the main actor and work of `DispatchQueue.main` run while GLib's default loop does.
    ///
    /// Without it they would never run. Call it before `gtk_main`, in a `main` that is not `async`; further calls do
    /// nothing. As with any source of GLib, none of them runs inside a nested loop that one of them has begun
    /// (`gtk_dialog_run` in a task) until that loop ends.
    ///
    /// - Throws: `GTKError` when GLib is not in the process, and outside Linux.
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
        // An eventfd that does not block: it is readable when the queue has work.
        let handle = mainQueueHandle()
        let serve: GLibLibrary.DescriptorCallback = { descriptor, _, _ in
            // Read first: what is enqueued while the queue is drained makes it readable again.
            var count: UInt64 = 0
            _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
            drainMainQueue(nil)
            return 1
        }
        _ = glib.addDescriptor(0, handle, 1, serve, nil, nil)
    }
    #endif
}
