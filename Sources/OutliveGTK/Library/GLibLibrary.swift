internal import OutliveDynamicLibrary

/// The functions of GLib that are used, with the types of their C declarations.
struct GLibLibrary: Sendable {
    /// `GUnixFDSourceFunc`; it is called again while it returns 1.
    typealias DescriptorCallback = @convention(c) (CInt, CInt, UnsafeMutableRawPointer?) -> CInt
    /// `GSourceFunc`; it is called again while it returns 1.
    typealias Callback = @convention(c) (UnsafeMutableRawPointer?) -> CInt
    /// `GDestroyNotify`.
    typealias DestroyNotify = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// `g_unix_fd_add_full`: priority (0 is that of events), descriptor, condition (1 is `G_IO_IN`), function, data.
    let addDescriptor:
        @Sendable @convention(c) (
            CInt, CInt, CInt, DescriptorCallback, UnsafeMutableRawPointer?, DestroyNotify?
        ) -> CUnsignedInt
    /// `g_idle_add_full`: priority, function, data, and what to do with the data when the source is removed.
    let addIdle: @Sendable @convention(c) (CInt, Callback, UnsafeMutableRawPointer?, DestroyNotify?) -> CUnsignedInt

    /// Looks the functions up.
    ///
    /// - Throws: `GTKError` when one of them is not there.
    init(in library: DynamicLibrary) throws {
        do {
            addDescriptor = try library.function("g_unix_fd_add_full")
            addIdle = try library.function("g_idle_add_full")
        } catch {
            throw GTKError.missing("GLib", error)
        }
    }
}

extension GTKError {
    /// A library is not in the process, or an old one.
    static func missing(_ library: String, _ error: any Error) -> GTKError {
        GTKError(
            .missing, "\(library) cannot be used, as \(error) in this process; link GTK 3.20 or later (gtk+-3.0)")
    }
}
