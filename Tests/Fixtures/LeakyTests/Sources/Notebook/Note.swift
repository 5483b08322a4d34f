/// A note, as it is stored and sent.
struct Note: Sendable, Equatable {
    var title: String
    var text = ""

    var words: [String] { text.split(separator: " ").map(String.init) }
}
