/// A printed document, of pages that know the document.
final class Document {
    var pages: [Page] = []
}

final class Page {
    let document: Document
    let text: String

    init(of document: Document, _ text: String) {
        self.document = document
        self.text = text
    }
}

enum Export {
    /// Lays out a note and returns the number of its pages.
    static func layOut(_ note: Note, wordsOnPage: Int) async -> Int {
        await Task.yield()
        let document = Document()
        var words = note.words[...]
        while !words.isEmpty {
            document.pages.append(Page(of: document, words.prefix(wordsOnPage).joined(separator: " ")))
            words = words.dropFirst(wordsOnPage)
        }
        return document.pages.count
    }
}
