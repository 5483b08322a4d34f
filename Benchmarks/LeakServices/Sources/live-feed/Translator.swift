import Foundation

/// A dictionary with callbacks, as in the interfaces of older libraries.
final class PhraseBook: Sendable {
    private let phrases = ["hello": "hallo", "news": "Nachrichten"]
    private let answersUnknown: Bool

    init(answersUnknown: Bool) { self.answersUnknown = answersUnknown }

    func lookUp(_ phrase: String, completion: @escaping @Sendable (String) -> Void) {
        guard let found = phrases[phrase] else {
            if answersUnknown { completion(phrase) }
            return
        }
        completion(found)
    }
}

final class TranslationJob: @unchecked Sendable {
    let phrase: String
    var result: String?
    init(phrase: String) { self.phrase = phrase }
}

struct Translator: Sendable {
    let book: PhraseBook

    func queue(_ phrase: String) -> String {
        let job = TranslationJob(phrase: phrase)
        Task { await translate(job) }
        return "queued"
    }

    private func translate(_ job: TranslationJob) async {
        // TRUE CULPRIT of --leak abandoned: the phrase book drops its callback
        job.result = await withUnsafeContinuation { continuation in
            book.lookUp(job.phrase) { continuation.resume(returning: $0) }
        }
    }
}
