#if LiveReset
internal import OutliveDynamicLibrary

/// The functions of GTK 3 that are used, with the types of their C declarations.
struct GTKLibrary: Sendable {
    /// `GtkWidget *`, or what is one as well.
    typealias Widget = UnsafeMutableRawPointer
    /// `GType` of a class, which is made by its first call.
    typealias GetType = @Sendable @convention(c) () -> UInt

    let glib: GLibLibrary
    let object: GObjectLibrary
    let widget: WidgetFunctions
    let gesture: GestureFunctions

    /// That of this process.
    static let process = Result { try GTKLibrary(in: .process) }

    /// Looks the functions up.
    ///
    /// - Throws: `GTKError` when one of them is not there, or the process runs another version of GTK.
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

    /// Throws unless the version is 3.
    static func require(version: CUnsignedInt) throws {
        guard version == 3 else {
            throw GTKError(
                .version,
                "the process runs GTK \(version), and buttons and gestures are made for GTK 3 alone; "
                    + "ask for resets by a signal or by HTTP instead")
        }
    }

    /// Throws unless a pointer is to an instance of a type.
    func require(_ instance: Widget, is type: GetType, named name: String) throws {
        guard object.isInstance(instance, type()) != 0 else {
            let actual = object.typeName(instance).map { String(cString: $0) } ?? "unknown"
            throw GTKError(.widget, "a \(name) is needed, and this is a \(actual)")
        }
    }
}
#endif
