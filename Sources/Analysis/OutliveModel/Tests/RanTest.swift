/// A test that a test runner ran, with the times at which it did.
package struct RanTest: Codable, Hashable, Sendable {
    /// A way to write tests, each with its own runner.
    package enum Library: String, Codable, Hashable, Sendable, CaseIterable {
        case xctest = "XCTest"
        case testing = "swift-testing"
    }

    package var library: Library
    /// The module, or `nil` if the runner does not report it, as XCTest.
    package var module: String?
    /// The types that contain the test, and its function: `["CartTests", "total(of:)"]`.
    package var path: [String]
    /// The place of the declaration, as `Module/File.swift`; `nil` if the runner does not report it.
    package var file: String?
    package var line: Int?
    /// The times at which the test ran, in seconds since 1970: one for each time that it ran.
    package var spans: [ClosedRange<Double>] = []

    package init(library: Library, module: String?, path: [String], file: String? = nil, line: Int? = nil) {
        (self.library, self.module, self.path, self.file, self.line) = (library, module, path, file, line)
    }

    /// The name without the module: `CartTests.total(of:)`.
    package var name: String { path.joined(separator: ".") }
    /// The types that contain the test: `CartTests`; empty for a free function.
    package var suite: String { path.dropLast().joined(separator: ".") }
    /// The name by which a runner selects the test, or `nil` if its module is unknown.
    ///
    /// For swift-testing it is the beginning of the test's ID.
    package var selector: String? {
        guard let module else { return nil }
        switch library {
        case .testing: return "\(module).\(path.joined(separator: "/"))/"
        case .xctest: return "\(module).\(suite)/\(path.last?.prefix { $0 != "(" } ?? "")"
        }
    }

    /// Creates the XCTest that a name selects, such as `ShopTests.CartTests/testTotal`; `nil` for another selection.
    package init?(selectedBy name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let types = parts[0].split(separator: ".").map(String.init)
        guard parts.count == 2, types.count > 1, !parts[1].isEmpty, !name.contains(",") else { return nil }
        self.init(library: .xctest, module: types[0], path: types.dropFirst() + ["\(parts[1])()"])
    }

    /// The time that the test took when it ran first, in seconds.
    package var seconds: Double { spans.first.map { $0.upperBound - $0.lowerBound } ?? 0 }
}
