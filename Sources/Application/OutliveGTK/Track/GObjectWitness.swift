#if LiveReset
internal import Outlive

/// A Swift object that lives exactly as long as its GObject, through which the registry tracks the GObject.
///
/// The GObject retains it as data and releases it on finalisation. A GObject weak reference would already end on
/// disposal, which `gtk_widget_destroy` triggers even if other references exist.
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
