import Testing

@testable import desk_notes

struct SignUpTests {
    @Test func `An address and a password are enough`() throws {
        #expect(try SignUp(email: "ada@example.org", password: "12345678").email == "ada@example.org")
    }

    @Test(arguments: ["", "ada", "ada@", "@example.org", "ada@example", "a@b@example.org", "ada l@example.org"])
    func `An invalid address is refused`(email: String) {
        let error = #expect(throws: SignUpError.self) { try SignUp(email: email, password: "12345678") }
        #expect(error?.description == "Enter an e-mail address, such as ada@example.org")
    }

    @Test(arguments: ["", "1234567"])
    func `A short password is refused`(password: String) {
        let error = #expect(throws: SignUpError.self) { try SignUp(email: "ada@example.org", password: password) }
        #expect(error?.description == "The password needs at least 8 characters")
    }
}
