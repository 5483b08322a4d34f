internal import Foundation

/// Rows on their way to standard output, some at a time.
struct CSVOutput {
    private static let size = 64 << 10

    private var pending: [UInt8] = []
    /// Why no more can be written.
    private(set) var error: SystemError?

    /// Whether rows still go somewhere.
    var isOpen: Bool { error == nil }

    /// Adds what is put at the end of the bytes that are on their way.
    mutating func add(_ row: (inout [UInt8]) -> Void) {
        row(&pending)
        if pending.count >= Self.size { flush() }
    }

    /// Writes what is left.
    mutating func flush() {
        defer { pending.removeAll(keepingCapacity: true) }
        guard isOpen else { return }
        do throws(SystemError) { try writeAll(pending, to: STDOUT_FILENO) } catch { self.error = error }
    }
}
