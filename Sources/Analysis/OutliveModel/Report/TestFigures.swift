/// The tests of a run of `outlive test`, in numbers.
package struct TestFigures: Codable, Hashable, Sendable {
    /// A test that ran again to see whether what it leaves behind grows.
    package struct Repeated: Codable, Hashable, Sendable {
        /// The name of the test, after its module and a dot.
        package var test: String
        /// The number of times that it ran in one process.
        package var runs: Int

        package init(_ test: String, runs: Int) { (self.test, self.runs) = (test, runs) }
    }

    /// The number of tests that ran, without repetitions.
    package var tests: Int
    /// The tests that ran again, each once.
    package private(set) var repeated: [Repeated]
    /// The exit status of `swift test`.
    package var status: Int32

    /// `true` if a test failed or its process crashed, whether it leaks or not.
    package var someFailed: Bool { status != 0 }

    package init(tests: Int, repeated: [Repeated] = [], status: Int32) {
        (self.tests, self.repeated, self.status) = (tests, repeated, status)
    }

    /// Adds tests that ran again; of a test that already did so, the larger number of runs counts.
    ///
    /// - Parameter tests: The names of the tests, after their modules and a dot.
    package mutating func add(_ tests: some Sequence<String>, runs: Int) {
        for test in tests {
            if let index = repeated.firstIndex(where: { $0.test == test }) {
                repeated[index].runs = max(repeated[index].runs, runs)
            } else {
                repeated.append(Repeated(test, runs: runs))
            }
        }
    }
}
