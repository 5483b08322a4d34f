internal import OutliveSupport

/// The functions of GLib in use, with the types of their C declarations.
struct GLibLibrary: Sendable {
    /// `GUnixFDSourceFunc`; the source stays active while it returns 1.
    typealias DescriptorCallback = @convention(c) (CInt, CInt, UnsafeMutableRawPointer?) -> CInt
    /// `GSourceFunc`; the source stays active while it returns 1.
    typealias Callback = @convention(c) (UnsafeMutableRawPointer?) -> CInt
    /// `GDestroyNotify`.
    typealias DestroyNotify = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// `g_unix_fd_add_full`: priority (0 is that of events), descriptor, condition (1 is `G_IO_IN`), function, data.
    let addDescriptor:
        @Sendable @convention(c) (
            CInt, CInt, CInt, DescriptorCallback, UnsafeMutableRawPointer?, DestroyNotify?
        ) -> CUnsignedInt
    /// `g_idle_add_full`: priority, function, data, and the notify for the data when the source is removed.
    let addIdle: @Sendable @convention(c) (CInt, Callback, UnsafeMutableRawPointer?, DestroyNotify?) -> CUnsignedInt

    /// Looks up the functions.
    ///
    /// - Throws: `GTKError` if a function is missing.
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
    /// Returns the error for a library that is missing or too old.
    static func missing(_ library: String, _ error: any Error) -> GTKError {
        GTKError(
            .missing, "\(library) cannot be used, as \(error) in this process; link GTK 3.20 or later (gtk+-3.0)")
    }
}
