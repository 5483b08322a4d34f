import Synchronization

/// A copied text, and what was copied before it.
final class Copied: Sendable {
    let text: String
    let previous: Copied?

    init(_ text: String, after previous: Copied?) { (self.text, self.previous) = (text, previous) }
}

enum Clipboard {
    static let latest = Mutex<Copied?>(nil)

    static func copy(_ text: String) {
        latest.withLock { latest in
            let copied = Copied(text, after: latest)
            latest = copied
        }
    }
}
