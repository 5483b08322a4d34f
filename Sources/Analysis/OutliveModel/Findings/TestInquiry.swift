/// A question of a process that runs tests to the `outlive test` that started it: what did tests leave behind?
///
/// It is sent as JSON to the socket `socketName` in `OUTLIVE_HEAP`; the answer is a `TestAnswer`.
package struct TestInquiry: Codable, Hashable, Sendable {
    package static let currentVersion = 1
    package static let socketName = "tests.socket"
    /// The maximum size of a question and of an answer, in bytes.
    package static let maximumSize = 64 << 20

    package var version = currentVersion
    package var tests: [EndedTest]

    package init(_ tests: [EndedTest]) { self.tests = tests }
}

/// What a test left behind, as far as the process of the test knows it.
package struct EndedTest: Codable, Hashable, Sendable {
    /// The test whose lost objects are wanted, with the time in which it ran; `nil` to trace its components alone.
    package var test: RanTest?
    /// The findings about tracked components that are still alive.
    package var components: [Finding]
    /// The addresses of these components.
    package var addresses: [ComponentKey: [ObjectAddress]]

    package init(_ test: RanTest?, components: [Finding], addresses: [ComponentKey: [ObjectAddress]]) {
        (self.test, self.components, self.addresses) = (test, components, addresses)
    }
}

/// The answer to a `TestInquiry`.
package struct TestAnswer: Codable, Hashable, Sendable {
    package var version = TestInquiry.currentVersion
    /// The judged findings of each test of the question, in its order; fewer if there is a `refusal`.
    package var findings: [[Finding]]
    /// The reason in one line why nothing was judged, or `nil`.
    package var refusal: String?

    package init(findings: [[Finding]]) { self.findings = findings }

    package init(refusal: String) { (findings, self.refusal) = ([], refusal) }
}
