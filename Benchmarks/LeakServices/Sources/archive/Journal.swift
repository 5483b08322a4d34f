import Foundation

/// A log of the actions, as one text.
final class Journal: @unchecked Sendable {
    private let lock = NSLock()
    private var text = ""
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func note(_ line: String) {
        lock.withLock {
            text += "\(line) with the usual settings, nothing of note\n"  // TRUE CULPRIT of --leak journal
            if text.utf8.count > limit { text = String(text.suffix(limit / 2)) }
        }
    }
}

/// The bytes that the scanner sent, as one block.
final class Recorder: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes = Data()
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func record(_ name: String) -> String {
        lock.withLock {
            bytes.append(contentsOf: name.utf8)  // TRUE CULPRIT of --leak recording
            bytes.append(contentsOf: repeatElement(0x2e, count: 100))
            // Copies the bytes, because data that loses its first bytes keeps their memory.
            if bytes.count > limit { bytes = Data(Array(bytes.suffix(limit / 2))) }
            return "\(bytes.last ?? 0)"
        }
    }
}
