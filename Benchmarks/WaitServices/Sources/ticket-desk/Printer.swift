import Dispatch

/// A printer with an interface of callbacks, which refuses numbers below 1 without a word.
final class Printer: Sendable {
    private let queue = DispatchQueue(label: "printer")

    /// Waits until the ticket is printed.
    func print(_ number: Int) async -> String {
        await withCheckedContinuation { continuation in
            submit(number) { continuation.resume(returning: "printed \(number)") }
        }
    }

    private func submit(_ number: Int, whenDone: @escaping @Sendable () -> Void) {
        guard number > 0 else { return }
        queue.async(execute: whenDone)
    }
}
