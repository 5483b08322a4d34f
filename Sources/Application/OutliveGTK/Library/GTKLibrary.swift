#if LiveReset
internal import OutliveSupport

/// The functions of GTK 3 in use, with the types of their C declarations.
struct GTKLibrary: Sendable {
    /// `GtkWidget *`, or an instance of a subtype.
    typealias Widget = UnsafeMutableRawPointer
    /// The function that returns the `GType` of a class and registers it at the first call.
    typealias GetType = @Sendable @convention(c) () -> UInt

    let glib: GLibLibrary
    let object: GObjectLibrary
    let widget: WidgetFunctions
    let gesture: GestureFunctions

    /// The functions of this process.
    static let process = Result { try GTKLibrary(in: .process) }

    /// Looks up the functions.
    ///
    /// - Throws: `GTKError` if a function is missing or the process uses another version of GTK.
    init(in library: DynamicLibrary) throws {
        do {
            let major: @convention(c) () -> CUnsignedInt = try library.function("gtk_get_major_version")
            try Self.require(version: major())
            glib = try GLibLibrary(in: library)
            object = try GObjectLibrary(in: library)
            widget = try WidgetFunctions(in: library)
            gesture = try GestureFunctions(in: library)
        } catch let error as DynamicLibraryError {
            throw GTKError.missing("GTK", error)
        }
    }

    /// Throws an error unless the version is 3.
    static func require(version: CUnsignedInt) throws {
        guard version == 3 else {
            throw GTKError(
                .version,
                "the process runs GTK \(version), and buttons and gestures are made for GTK 3 alone; "
                    + "ask for resets by a signal or by HTTP instead")
        }
    }

    /// Throws an error unless the instance is of the type.
    func require(_ instance: Widget, is type: GetType, named name: String) throws {
        guard object.isInstance(instance, type()) != 0 else {
            let actual = object.typeName(instance).map { String(cString: $0) } ?? "unknown"
            throw GTKError(.widget, "a \(name) is needed, and this is a \(actual)")
        }
    }
}
#endif
