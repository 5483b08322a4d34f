internal import Foundation

/// A buffer of rows for standard output.
struct CSVOutput {
    private static let size = 64 << 10

    private var pending: [UInt8] = []
    /// The error that ended the output.
    private(set) var error: SystemError?

    var isOpen: Bool { error == nil }

    /// Adds what a function appends to the buffer.
    mutating func add(_ row: (inout [UInt8]) -> Void) {
        row(&pending)
        if pending.count >= Self.size { flush() }
    }

    /// Writes the rest.
    mutating func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard isOpen else { return }
        do throws(SystemError) { try writeAll(pending, to: STDOUT_FILENO) } catch { self.error = error }
    }
}
