/// What somebody signs up with.
struct SignUp: Sendable {
    /// The address, by which one is known afterwards.
    let email: String

    /// Checks what was typed.
    ///
    /// - Throws: `SignUpError` with what is to be changed.
    init(email: String, password: String) throws {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), parts[1].contains("."), !email.contains(" ") else {
            throw SignUpError(description: "Enter an e-mail address, such as ada@example.org")
        }
        guard password.count >= 8 else {
            throw SignUpError(description: "The password needs at least 8 characters")
        }
        self.email = email
    }
}

/// Why somebody cannot sign up with what was typed.
struct SignUpError: Error, CustomStringConvertible {
    /// What to do about it.
    let description: String
}
