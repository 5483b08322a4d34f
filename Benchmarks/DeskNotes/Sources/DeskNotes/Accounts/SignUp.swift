/// The data of a sign-up.
struct SignUp: Sendable {
    /// The address, which names the account afterwards.
    let email: String

    /// Validates the input.
    ///
    /// - Throws: `SignUpError` that describes what to change.
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

/// An error in the input of a sign-up.
struct SignUpError: Error, CustomStringConvertible {
    /// The advice to the user.
    let description: String
}
