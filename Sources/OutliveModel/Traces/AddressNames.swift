/// Finds the names of code and of global variables, for what is read from a snapshot of the heap.
///
/// `OutliveSymbols` reads them from executables; tests make them up.
public protocol AddressNames: Sendable {
    /// The frames with their symbols filled in, as many and in the same order; what is not known stays unnamed.
    ///
    /// Blocks the calling thread; ask for many at once.
    func functions(of frames: [Frame]) -> [Frame]

    /// The demangled names of the variables that places in the data of modules lie in, as many and in the same order.
    ///
    /// Blocks the calling thread; ask for many at once.
    ///
    /// - Parameter frames: the offset is that of the data itself, not a return address.
    func variables(of frames: [Frame]) -> [String?]
}
