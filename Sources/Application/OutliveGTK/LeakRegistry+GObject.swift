public import Outlive
internal import OutliveSupport

extension LeakRegistry {
    // Transparent like `track` for Swift objects, so that site and call stack are the caller's.

    /// Registers a GObject, such as a widget, as a component that is released when the object is finalised.
    ///
    /// Reports show its type and name, as in `GtkTextView "Body"`. The object is not retained. A destroyed widget still
    /// counts as alive while other references to it exist. Registering an object again under the same key counts once.
    ///
    /// - Parameters:
    ///   - gObject: A `GObject *` that has not been finalised. Use `UnsafeMutableRawPointer(x)` for an opaque `x`.
    ///   - name: The name that distinguishes objects of a type. Evaluated only while the registry is enabled.
    ///   - lifetime: `.untilReset`, or `.process(reason:)` for an object that is meant to outlive resets.
    ///   - fileID: The file of the call. Use the default.
    ///   - line: The line of the call. Use the default.
    ///   - column: The column of the call. Use the default.
    /// - Complexity: As `track` for Swift objects, plus a lookup in the data of the GObject. Compiles to nothing without
    ///   the package trait `LiveReset`.
    @_transparent
    @MainActor
    public func track(
        gObject: UnsafeMutableRawPointer, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        #if LiveReset
        if isEnabled, let witness = GObjectWitness.of(gObject) {
            track(
                witness, as: witness.label(name()), lifetime: lifetime, fileID: fileID, line: line, column: column)
        }
        #endif
    }
}

#if LiveReset
/// A Swift object with exactly the lifetime of a GObject, through which the registry tracks the GObject.
///
/// The GObject retains it as data and releases it on finalisation. A weak reference of GObject would be cleared on
/// disposal already, which `gtk_widget_destroy` triggers even if other references exist.
@usableFromInline
final class GObjectWitness: Sendable {
    private static let key = "outlive-witness"

    /// The type name of the GObject, such as `GtkButton`.
    private let type: String

    private init(type: String) {
        self.type = type
    }

    /// Returns the single witness of a GObject, shared by all registries.
    ///
    /// - Returns: `nil` if GObject's functions are missing, which is reported once on standard error.
    @MainActor
    @usableFromInline
    static func of(_ object: UnsafeMutableRawPointer) -> GObjectWitness? {
        guard let library else { return nil }
        if let witness = library.data(object, key) {
            return Unmanaged<GObjectWitness>.fromOpaque(witness).takeUnretainedValue()
        }
        let witness = GObjectWitness(type: library.typeName(object).map { String(cString: $0) } ?? "GObject")
        library.setData(object, key, Unmanaged.passRetained(witness).toOpaque()) { witness in
            witness.map { Unmanaged<GObjectWitness>.fromOpaque($0).release() }
        }
        return witness
    }

    /// Returns the name of the GObject in reports: `GtkButton`, or `GtkButton "Save"`.
    @usableFromInline
    func label(_ name: String?) -> String {
        name.map { "\(type) \"\($0)\"" } ?? type
    }

    private static let library: GObjectLibrary? = {
        do {
            return try GObjectLibrary.process.get()
        } catch {
            StandardError.line("GObjects are not watched: \(error)")
            return nil
        }
    }()
}
#endif
