/// The tests of a run of `outlive test`, in numbers.
package struct TestFigures: Codable, Hashable, Sendable {
    /// The number of tests that ran, without repetitions.
    package var tests: Int
    /// The tests that ran again to see whether what they leave behind grows, by module and name.
    package var repeated: [String]
    /// The number of times that each of these ran.
    package var repetitions: Int
    /// The exit status of `swift test`.
    package var status: Int32

    /// `true` if a test failed or its process crashed, whether it leaks or not.
    package var someFailed: Bool { status != 0 }

    package init(tests: Int, repeated: [String] = [], repetitions: Int = 0, status: Int32) {
        (self.tests, self.repeated, self.repetitions, self.status) = (tests, repeated, repetitions, status)
    }
}
