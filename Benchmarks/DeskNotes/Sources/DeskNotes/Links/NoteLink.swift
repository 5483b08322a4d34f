internal import Foundation

/// Where a link into the application leads.
enum NoteLink: Hashable, Sendable {
    /// An empty note: `notes://new`.
    case newNote
    /// The note of a title: `notes://note/TITLE`, percent-encoded.
    case note(title: String)

    /// Reads a link; nil for what is none.
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
