import Foundation

/// The proof that an upload was stored.
final class Receipt: Sendable {
    let name: String
    let digest: Int
    init(name: String, digest: Int) {
        self.name = name
        self.digest = digest
    }
}

/// Stores uploads in the background, several at a time.
struct IngestPump: Sendable {
    private let uploads: AsyncStream<String>
    private let intake: AsyncStream<String>.Continuation
    private let takesReceipts: Bool

    init(takesReceipts: Bool) {
        self.takesReceipts = takesReceipts
        (uploads, intake) = AsyncStream.makeStream(of: String.self)
    }

    func accept(_ name: String) -> String {
        intake.yield(name)
        return "accepted \(name)"
    }

    func run() async {
        await withTaskGroup(of: Receipt.self) { group in
            for await name in uploads {
                group.addTask { await store(name) }  // TRUE CULPRIT of --leak group: results stay in the group
                if takesReceipts { _ = await group.next() }
            }
        }
    }

    private func store(_ name: String) async -> Receipt {
        await Task.yield()
        return Receipt(name: name, digest: name.utf8.reduce(0) { $0 &* 31 &+ Int($1) })
    }
}
