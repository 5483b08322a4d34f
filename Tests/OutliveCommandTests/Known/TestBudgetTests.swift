import Foundation
import OutliveModel
import Testing

/// What a test of a package costs is accepted, kept, and exceeded.
@Suite struct TestBudgetTests {
    private static let cart = """
        public final class Item { public init() {} }
        public final class Cart {
            private static var kept: Cart?
            private var items: [Item] = []
            public init() { items.reserveCapacity(64) }
            public func add() { items.append(Item()) }
            public static func keep() { kept = kept ?? Cart() }
        }
        """

    private func write(_ text: String, _ path: String, _ scratch: Scratch) throws {
        let file = URL(fileURLWithPath: scratch.file(path))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func writePackage(_ scratch: Scratch) throws {
        try write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "shop", targets: [.target(name: "Shop"), .testTarget(name: "ShopTests", dependencies: ["Shop"])],
                swiftLanguageModes: [.v5])
            """, "Package.swift", scratch)
        try write(Self.cart, "Sources/Shop/Cart.swift", scratch)
        try write(
            """
            import Shop
            import Testing
            import XCTest

            struct CartTests {
                @Test func adds() {
                    let cart = Cart()
                    for _ in 1...10 { cart.add() }
                }
                @Test func keeps() { Cart.keep() }
            }

            final class CartXCTests: XCTestCase {
                func testAdds() { for _ in 1...3 { Cart().add() } }
            }
            """, "Tests/ShopTests/CartTests.swift", scratch)
    }

    private func test(_ scratch: Scratch, _ options: String...) async throws -> (run: Run, report: Report?) {
        let json = scratch.file("report.json")
        try? FileManager.default.removeItem(atPath: json)
        let run = try await Started(
            "/usr/bin/env",
            [
                "-C", scratch.path, Built.outlive, "test", "--allocations", "--known", "off", "--report", "text",
                "--report", "json=\(json)",
            ] + options
        ).end()
        let data = FileManager.default.contents(atPath: json)
        return (run, try data.map { try JSONDecoder().decode(Report.self, from: $0) })
    }

    private func budget(_ scratch: Scratch, _ arguments: String...) async throws -> Run {
        try await Started("/usr/bin/env", ["-C", scratch.path, Built.outlive, "budget"] + arguments).end()
    }

    @Test(.timeLimit(.minutes(10)))
    func `A budget of a test is accepted, kept, and exceeded by a named site`() async throws {
        _ = try HeapTrial()
        let scratch = try Scratch()
        try writePackage(scratch)
        let (first, counted) = try await test(scratch)
        #expect(first.status == 0, "\(first.output)\(first.errors)")
        #expect(counted?.testBudgets == nil && counted?.plan.budget == nil)
        let accepted = try await budget(scratch, "accept", "report.json", "--reason", "the first count")
        #expect(accepted.status == 0, "\(accepted.errors)")
        let file = try String(contentsOfFile: scratch.file("outlive.budget.yml"), encoding: .utf8)
        for (name, items) in [("ShopTests.CartTests.adds()", 10), ("ShopTests.CartXCTests.testAdds()", 3)] {
            #expect(file.contains("  - test: \"\(name)\"\n    allocations: "), "\(file)")
            #expect(file.contains("      \"Shop.Item in Cart.add()\": \(items)\n"), "\(file)")
        }
        let listed = try await budget(scratch, "list")
        #expect(listed.output.contains(/: test ShopTests\.CartTests\.keeps\(\): allocations \d+, bytes/))
        let again = try await budget(scratch, "accept", "report.json")
        #expect(again.output.hasPrefix("nothing to accept: 3 budgets of tests in outlive.budget.yml are"))

        let (kept, report) = try await test(scratch, "--budget", "fail")
        #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
        #expect(report?.testBudgets?.map(\.isExceeded) == [false, false, false])
        #expect(kept.output.contains("Budgets of tests: 3 kept"), "\(kept.output)")

        try write(
            Self.cart.replacing("append(Item())", with: "append(Item())\n        _ = [Item(), Item()]"),
            "Sources/Shop/Cart.swift", scratch)
        let github = scratch.file("github.txt")
        let (exceeding, worse) = try await test(scratch, "--report", "github=\(github)")
        #expect(exceeding.status == 1, "\(exceeding.output)\(exceeding.errors)")
        #expect(worse?.failsByBudget == true)
        #expect(exceeding.output.contains("Budget of ShopTests.CartTests.adds(): exceeded"), "\(exceeding.output)")
        #expect(exceeding.lastLine.contains("over budget: CartTests.adds(): "), "\(exceeding.lastLine)")
        let review = try #require(worse?.testBudgets?.first { $0.name == "ShopTests.CartTests.adds()" })
        let site = try #require(review.exceeded.first?.sites.first)
        #expect(site.name.description == "Shop.Item in Cart.add()" && site.accepted == 10 && site.measured == 30)
        #expect(review.units == 3)
        let annotations = try String(contentsOfFile: github, encoding: .utf8)
        #expect(annotations.contains(/::error file=.*line=\d+,title=Over the budget of ShopTests\.CartTests\.adds/))

        let (reported, same) = try await test(scratch, "--budget", "report", "--filter", "adds")
        #expect(reported.status == 0, "\(reported.output)\(reported.errors)")
        #expect(same?.testBudgets?.filter(\.isExceeded).count == 1)
        let missing = try await budget(scratch, "accept", "report.json", "--name", "ShopTests.no()")
        #expect(missing.status == 3 && missing.errors.contains("no allocations of a test 'ShopTests.no()'"))
        let raised = try await budget(scratch, "accept", "report.json", "--name", "ShopTests.CartTests.adds()")
        #expect(raised.output.contains("the budget of ShopTests.CartTests.adds():\n  raised"), "\(raised.output)")
    }

    @Test(arguments: [["--budget", "fail"], ["--allocations", "--budget-file=b.yml"]])
    func `A run of a program has no budget`(options: [String]) async throws {
        let run = try await Started(Built.outlive, ["run"] + options + ["--", "true"]).end()
        #expect(run.status == 64 && run.errors.contains("'outlive run' has no budgets, because"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test(arguments: [
        (["--budget", "fail"], "--budget needs the count of all allocations: add --allocations"),
        (["--budget-file", "b.yml"], "--budget-file needs the count of all allocations: add --allocations"),
        (["--allocations", "--budget-name", "x"], "the budget of a test has the name of the test"),
        (["--allocations", "--budget", "fail"], "there is no outlive.budget.yml"),
        (["--allocations", "--budget-file", "missing.yml"], "cannot read 'missing.yml'"),
        (["--allocations", "--budget-file", "wrong.yml"], "wrong.yml:3: a test has no peak of its own"),
        (["--allocations", "--budget-file", "b.yml", "--budget", "fail"], "b.yml has no budget of a test"),
        (["--allocations", "--budget", "perhaps"], "perhaps"),
    ])
    func `Budgets of tests that cannot be judged are refused in one line before anything starts`(
        options: [String], reason: String
    ) async throws {
        let scratch = try Scratch()
        try write("budgets:\n- name: a\n  growth: 0\n", "b.yml", scratch)
        try write("budgets:\n- test: a\n  peak: 3\n", "wrong.yml", scratch)
        let run = try await Started("/usr/bin/env", ["-C", scratch.path, Built.outlive, "test"] + options).end()
        #expect(run.status == 64, "\(run.output)\(run.errors)")
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
}
