#if LiveReset
internal import Outlive

/// Lives exactly as long as the GObject that owns it, so that the registry can watch the one by the other.
///
/// The GObject holds it by its data and lets go of it when it is finalised. A weak reference of GObject would be told
/// of the disposal already, which `gtk_widget_destroy` brings about, whoever still has a reference.
@usableFromInline
final class GObjectWitness: Sendable {
    private static let key = "outlive-witness"

    /// The name of the GObject's type, such as `GtkButton`.
    private let type: String

    private init(type: String) {
        self.type = type
    }

    /// The witness of a GObject; it has one, whichever registries watch it.
    ///
    /// - Returns: nil when GObject's functions cannot be found, which standard error is told once.
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

    /// What reports call the GObject: `GtkButton`, or `GtkButton "Save"`.
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
