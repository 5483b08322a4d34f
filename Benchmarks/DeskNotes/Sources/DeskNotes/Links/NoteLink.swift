internal import Foundation

/// A link into the application.
enum NoteLink: Hashable, Sendable {
    /// An empty note: `notes://new`.
    case newNote
    /// A note by its title: `notes://note/TITLE`, percent-encoded.
    case note(title: String)

    /// Parses a link; returns `nil` if the text is not a link.
    init?(_ text: String) {
        guard text.hasPrefix("notes://") else { return nil }
        let place = text.dropFirst("notes://".count)
        let parts = place.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.dropFirst().first) {
        case ("new", nil), ("new", ""):
            self = .newNote
        case ("note", let encoded?):
            guard let title = String(encoded).removingPercentEncoding, !title.isEmpty else { return nil }
            self = .note(title: title)
        default:
            return nil
        }
    }
}
