/// A condition on versions of Swift: a prefix such as `6.3` or `6.3.*`, or comparisons such as `>=6.2 <6.4`.
///
/// All comparisons must be true. Missing numbers count as 0 in a comparison: `<=6.3` excludes 6.3.1.
package struct ToolchainCondition: Hashable, Sendable, CustomStringConvertible {
    /// The condition as it was written, without spaces after a comparison sign.
    package let description: String
    private let tests: [Test]

    private enum Test: Hashable {
        case prefix([Int])
        case atLeast([Int])
        case above([Int])
        case atMost([Int])
        case below([Int])
    }

    package init?(_ text: String) {
        // Reads `>= 6.3` as `>=6.3`.
        let words = text.replacing(/([<>]=?) +/) { $0.1 }.split(separator: " ")
        let tests = words.compactMap(Self.test)
        guard !words.isEmpty, tests.count == words.count else { return nil }
        description = words.joined(separator: " ")
        self.tests = tests
    }

    /// Returns `true` if the condition is true of a version, or `nil` if the text is no version.
    ///
    /// - Parameter version: a version such as `6.3.1`; text after the numbers, as in `6.4-dev`, is ignored.
    package func covers(_ version: String) -> Bool? {
        guard let numbers = Self.numbers(version.prefix { $0.isASCII && $0.isNumber || $0 == "." }) else { return nil }
        return tests.allSatisfy { test in
            switch test {
            case .prefix(let prefix): Self.padded(numbers, prefix.count).starts(with: prefix)
            case .atLeast(let bound): !Self.isLess(numbers, bound)
            case .above(let bound): Self.isLess(bound, numbers)
            case .atMost(let bound): !Self.isLess(bound, numbers)
            case .below(let bound): Self.isLess(numbers, bound)
            }
        }
    }

    private static func test(_ word: Substring) -> Test? {
        let comparisons: [(sign: String, make: ([Int]) -> Test)] = [
            (">=", Test.atLeast), ("<=", Test.atMost), (">", Test.above), ("<", Test.below),
        ]
        for (sign, make) in comparisons where word.hasPrefix(sign) {
            return numbers(word.dropFirst(sign.count)).map(make)
        }
        return numbers(word.hasSuffix(".*") ? word.dropLast(2) : word).map(Test.prefix)
    }

    private static func numbers(_ text: Substring) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 4 else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.count <= 6 && part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }

    private static func isLess(_ first: [Int], _ second: [Int]) -> Bool {
        let count = max(first.count, second.count)
        return padded(first, count).lexicographicallyPrecedes(padded(second, count))
    }

    private static func padded(_ numbers: [Int], _ count: Int) -> [Int] {
        numbers + Array(repeating: 0, count: max(count - numbers.count, 0))
    }
}

extension ToolchainCondition: RawRepresentable, Codable {
    package init?(rawValue: String) { self.init(rawValue) }
    package var rawValue: String { description }
}
