#if LiveReset
public import Outlive

extension LeakRegistry {
    // Transparent as `track` of Swift objects is, so that the site and the call stack are the caller's.

    /// Registers a GObject, such as a widget: it has survived a reset when it is not finalised by then.
    ///
    /// Reports call it by its type and name, `GtkTextView "Body"`. It is not retained; destroying a widget is not
    /// enough while somebody has a reference. The same object registered again under the same key counts once.
    ///
    /// - Parameters:
    ///   - gObject: a `GObject *` that has not been finalised; `UnsafeMutableRawPointer(x)` where `x` is opaque.
    ///   - name: what to tell it from others of its type by; evaluated only while the registry is enabled.
    ///   - lifetime: `.untilReset`, or `.process(reason:)` for an object that is meant to outlive resets.
    ///   - fileID: the file of the call; leave it out.
    ///   - line: the line of the call; leave it out.
    ///   - column: the column of the call; leave it out.
    /// - Complexity: that of `track` for Swift objects, and a look-up in the data of the GObject.
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
