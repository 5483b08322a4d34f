package import OutliveModel

/// What a test left that may grow when the test runs again, as numbers: objects of one type that are held alike have
/// one number.
package struct TestRemainder: Sendable {
    package var test: RanTest
    package var kinds: Set<Int>
    /// The kinds whose type the program declares, or which hold such a type.
    package var kindsOfProgram: Set<Int>

    package init(_ test: RanTest, kinds: Set<Int>, ofProgram kindsOfProgram: Set<Int> = []) {
        (self.test, self.kinds, self.kindsOfProgram) = (test, kinds, kindsOfProgram)
    }
}
