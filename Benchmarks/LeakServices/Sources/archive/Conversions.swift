import Foundation

/// Converts one document.
final class Conversion: Operation, @unchecked Sendable {
    let document: String
    private(set) var pages = 0
    var progress: (@Sendable () -> Void)?
    init(document: String) { self.document = document }

    override func main() {
        pages = document.utf8.count
        progress?()
    }
}

final class ConversionQueue: @unchecked Sendable {
    private let queue = OperationQueue()
    private let reportsWeakly: Bool
    private let lock = NSLock()
    private var converted = 0

    init(reportsWeakly: Bool) {
        self.reportsWeakly = reportsWeakly
        queue.maxConcurrentOperationCount = 1
    }

    func convert(_ document: String) async -> String {
        let conversion = Conversion(document: document)
        if reportsWeakly {
            conversion.progress = { [weak conversion] in self.count(conversion?.pages ?? 0) }
        } else {
            conversion.progress = { self.count(conversion.pages) }  // TRUE CULPRIT of --leak operation: retains itself
        }
        await withCheckedContinuation { continuation in
            queue.addOperation(conversion)
            queue.addOperation { continuation.resume() }
        }
        return "\(conversion.pages) pages"
    }

    private func count(_ pages: Int) { lock.withLock { converted += pages } }
}
