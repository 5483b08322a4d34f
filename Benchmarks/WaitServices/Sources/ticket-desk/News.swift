import Synchronization

/// News, for which clients wait as long as they like. Nothing is wrong with it.
final class News: Sendable {
    private let waiting = Mutex<[CheckedContinuation<String, Never>]>([])

    func next() async -> String {
        await withCheckedContinuation { continuation in waiting.withLock { $0.append(continuation) } }
    }

    func publish(_ text: String) {
        let all = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in all { continuation.resume(returning: text) }
    }
}
