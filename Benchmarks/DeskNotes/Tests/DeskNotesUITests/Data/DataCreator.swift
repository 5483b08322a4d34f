/// Makes what tests fill in, so that no test has to invent it, or rests on what another one chose.
protocol DataCreator: Sendable {
    /// Somebody who signs up.
    var person: Person { get }
    /// Something to write down.
    var note: Note { get }
}

/// Somebody who uses the application.
struct Person: Hashable, Sendable {
    var email: String
    var password: String
}

/// A note, as documents have it.
struct Note: Hashable, Codable, Sendable {
    var title: String
    var body: String
}
