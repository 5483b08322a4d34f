internal import OutliveSupport

/// The functions of GLib that the module uses, with the types of their C declarations.
struct GLibLibrary: Sendable {
    /// `GUnixFDSourceFunc`; the source stays active while it returns 1.
    typealias DescriptorCallback = @convention(c) (CInt, CInt, UnsafeMutableRawPointer?) -> CInt
    /// `GSourceFunc`; the source stays active while it returns 1.
    typealias Callback = @convention(c) (UnsafeMutableRawPointer?) -> CInt
    /// `GDestroyNotify`.
    typealias DestroyNotify = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// `g_unix_fd_add_full`: priority, descriptor, condition, function, data, and the notify for the data on removal.
    ///
    /// Priority 0 is the default of events. Condition 1 is `G_IO_IN`.
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

/// The functions of GObject that the module uses, with the types of their C declarations.
struct GObjectLibrary: Sendable {
    /// `gpointer` to an instance.
    typealias Instance = UnsafeMutableRawPointer
    /// `GClosureNotify`; its second parameter is the closure.
    typealias ClosureNotify = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

    /// `g_type_name_from_instance`.
    let typeName: @Sendable @convention(c) (Instance) -> UnsafePointer<CChar>?
    /// `g_type_check_instance_is_a`.
    let isInstance: @Sendable @convention(c) (Instance, UInt) -> CInt
    /// `g_object_get_data`.
    let data: @Sendable @convention(c) (Instance, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    /// `g_object_set_data_full`: the notify receives the data when the object is finalised.
    let setData:
        @Sendable @convention(c) (
            Instance, UnsafePointer<CChar>, UnsafeMutableRawPointer?, GLibLibrary.DestroyNotify?
        ) -> Void
    /// `g_object_weak_ref`: the function receives the data when the object is disposed.
    let onDispose:
        @Sendable @convention(c) (
            Instance, @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void,
            UnsafeMutableRawPointer?
        ) -> Void
    /// `g_object_ref`, which returns the object.
    let ref: @Sendable @convention(c) (Instance) -> Instance
    /// `g_object_unref`.
    let unref: GLibLibrary.DestroyNotify
    /// `g_signal_connect_data`: the notify receives the data when the handler is disconnected.
    let connect:
        @Sendable @convention(c) (
            Instance, UnsafePointer<CChar>, UnsafeRawPointer, UnsafeMutableRawPointer?, ClosureNotify?, CUnsignedInt
        ) -> CUnsignedLong

    /// The functions loaded in this process, looked up at the first use.
    static let process = Result { try GObjectLibrary(in: .process) }

    /// Looks up the functions.
    ///
    /// - Throws: `GTKError` if a function is missing.
    init(in library: DynamicLibrary) throws {
        do {
            typeName = try library.function("g_type_name_from_instance")
            isInstance = try library.function("g_type_check_instance_is_a")
            data = try library.function("g_object_get_data")
            setData = try library.function("g_object_set_data_full")
            onDispose = try library.function("g_object_weak_ref")
            ref = try library.function("g_object_ref")
            unref = try library.function("g_object_unref")
            connect = try library.function("g_signal_connect_data")
        } catch {
            throw GTKError.missing("GObject", error)
        }
    }
}
