internal import OutliveModel

/// A place in a module to look up.
struct Address: Hashable, Sendable {
    var module: String
    /// An address within the call instruction, relative to the load address.
    var offset: UInt64

    init(module: String, offset: UInt64) {
        self.module = module
        self.offset = offset
    }

    /// Creates the place of a frame. The frame's return address is that of the instruction after the call.
    init?(_ frame: Frame) {
        guard !frame.module.isEmpty, frame.offset > 0 else { return nil }
        module = frame.module
        offset = frame.offset - 1
    }
}

/// A source of symbols for addresses.
protocol SymbolSource {
    /// The name of the source, for a note.
    var name: String { get }

    /// Returns the symbols of addresses, looked up in one request.
    ///
    /// - Returns: The symbols of the addresses found, innermost inlined function first, never empty.
    /// - Throws: `ToolFailure` if the source is unavailable.
    func symbols(of addresses: [Address]) throws(ToolFailure) -> [Address: [Symbol]]
}
