import AsyncAlgorithms
import Foundation

final class MailDigest: Sendable {
    let recipient: String
    let lines: [String]
    init(recipient: String) {
        self.recipient = recipient
        lines = (1...5).map { "\($0). for \(recipient)" }
    }
}

/// Hands digests one by one to the loop that mails them.
struct DigestMailer: Sendable {
    private let outbox = AsyncChannel<MailDigest>()
    let survivesBounces: Bool

    func post(to recipient: String) -> String {
        let digest = MailDigest(recipient: recipient)
        Task { await outbox.send(digest) }  // TRUE CULPRIT of --leak channel: waits for a loop that has ended
        return "posted"
    }

    func deliver() async {
        for await digest in outbox {
            if digest.lines.count > 4, !survivesBounces { return }
        }
    }
}
