internal import Foundation

/// A note. Two notes may have the same title.
struct Note: Identifiable, Hashable, Sendable {
    /// The identity of the note within a library.
    let id = UUID()
    /// The title shown in the list; not empty.
    var title: String
    /// The text.
    var body: String

    /// Creates a note that equals no other.
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
