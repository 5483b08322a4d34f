internal import OutliveModel

/// A place in a module to find the names of.
struct Address: Hashable, Sendable {
    /// The module's path.
    var module: String
    /// An address within the call instruction, relative to the load address.
    var offset: UInt64

    init(module: String, offset: UInt64) {
        self.module = module
        self.offset = offset
    }

    /// The place that a frame stands for; its return address is the instruction after the call.
    init?(_ frame: Frame) {
        guard !frame.module.isEmpty, frame.offset > 0 else { return nil }
        module = frame.module
        offset = frame.offset - 1
    }
}

/// A way to find the symbols of addresses.
protocol SymbolSource {
    /// What serves, in words for a note.
    var name: String { get }

    /// Looks addresses up, all in one call.
    ///
    /// - Returns: the symbols of those that were found, innermost inlined function first, never empty.
    /// - Throws: `ToolFailure` when the source could not be asked at all.
    func symbols(of addresses: [Address]) throws(ToolFailure) -> [Address: [Symbol]]
}
