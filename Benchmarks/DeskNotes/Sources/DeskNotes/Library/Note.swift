internal import Foundation

/// A note; two may have the same title.
struct Note: Identifiable, Hashable, Sendable {
    /// Tells the note apart for as long as the library lives.
    let id = UUID()
    /// What the list shows; not empty.
    var title: String
    /// What is written in it.
    var body: String

    /// Makes a note that is no other's equal.
    init(title: String, body: String = "") {
        self.title = title
        self.body = body
    }
}

extension Note: Codable {
    private enum CodingKeys: CodingKey {
        case title
        case body
    }
}
