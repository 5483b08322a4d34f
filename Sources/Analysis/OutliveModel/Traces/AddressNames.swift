/// A source of names for code and global variables in a heap snapshot.
///
/// `OutliveSymbols` reads them from executables; tests supply fixed names.
package protocol AddressNames: Sendable {
    /// Returns the same frames with their symbols; unknown functions stay unnamed.
    ///
    /// Blocks the calling thread, so pass many frames at once.
    func functions(of frames: [Frame]) -> [Frame]

    /// Returns the demangled name of the variable at each place in a module's data, or `nil` if it is unknown.
    ///
    /// Blocks the calling thread, so pass many frames at once.
    ///
    /// - Parameter frames: the places; the offset is that of the data, not a return address.
    func variables(of frames: [Frame]) -> [String?]
}
