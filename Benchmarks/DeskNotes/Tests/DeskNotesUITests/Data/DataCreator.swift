/// A source of the input of tests, so that no test invents its own or depends on that of another.
protocol DataCreator: Sendable {
    /// A user who signs up.
    var person: Person { get }
    /// A note to write.
    var note: Note { get }
}

/// A user of the application.
struct Person: Hashable, Sendable {
    var email: String
    var password: String
}

/// A note, as stored in documents.
struct Note: Hashable, Codable, Sendable {
    var title: String
    var body: String
}
