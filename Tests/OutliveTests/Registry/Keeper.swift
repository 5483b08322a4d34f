import Foundation

/// Objects that a test keeps alive and releases from any thread.
final class Keeper: @unchecked Sendable {
    private let lock = NSLock()
    private var objects: [AnyObject] = []

    func keep(_ object: AnyObject) { lock.withLock { objects.append(object) } }

    func letGo() {
        var gone: [AnyObject] = []
        lock.withLock { swap(&gone, &objects) }
    }
}
