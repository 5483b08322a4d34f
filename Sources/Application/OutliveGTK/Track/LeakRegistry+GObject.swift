#if LiveReset
public import Outlive

extension LeakRegistry {
    // Transparent like `track` for Swift objects, so that site and call stack are those of the caller.

    /// Registers a GObject, such as a widget; it survives a reset if it is not finalised by then.
    ///
    /// Reports show its type and name, as in `GtkTextView "Body"`. The object is not retained. Destroying a widget does
    /// not suffice while other references exist. Registering an object again under the same key counts once.
    ///
    /// - Parameters:
    ///   - gObject: A `GObject *` that has not been finalised. Use `UnsafeMutableRawPointer(x)` for an opaque `x`.
    ///   - name: The name that distinguishes objects of a type. Evaluated only while the registry is enabled.
    ///   - lifetime: `.untilReset`, or `.process(reason:)` for an object that is meant to outlive resets.
    ///   - fileID: The file of the call. Use the default.
    ///   - line: The line of the call. Use the default.
    ///   - column: The column of the call. Use the default.
    /// - Complexity: That of `track` for Swift objects, plus a lookup in the data of the GObject.
    @_transparent
    @MainActor
    public func track(
        gObject: UnsafeMutableRawPointer, as name: @autoclosure () -> String? = nil, lifetime: Lifetime = .untilReset,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) {
        if isEnabled, let witness = GObjectWitness.of(gObject) {
            track(
                witness, as: witness.label(name()), lifetime: lifetime, fileID: fileID, line: line, column: column)
        }
    }
}
#endif
