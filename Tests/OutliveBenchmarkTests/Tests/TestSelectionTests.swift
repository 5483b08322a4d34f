import OutliveJudgement
import OutliveModel
import Testing

@testable import OutliveBenchmark

/// The tests that run again to see what grows.
@Suite struct TestSelectionTests {
    private func test(
        _ name: String, seconds: Double = 0.1, at start: Double = 0, _ library: RanTest.Library = .xctest,
        module: String? = "ShopTests"
    ) -> RanTest {
        var test = RanTest(library: library, module: module, path: ["CartTests", "\(name)()"])
        test.spans = [start...(start + seconds)]
        return test
    }

    private func choice(
        _ tests: [(RanTest, Set<Int>)], leaks: Bool = false, time: Double? = nil, bundles: [String] = ["/app"]
    ) -> TestChoice {
        TestChoice(
            from: bundles.map { TestRemainders(bundle: $0, tests: tests.map { TestRemainder($0, kinds: $1) }) },
            of: tests.map(\.0), leaks: leaks, repetitions: 6, time: time)
    }

    @Test func `Without remainders nothing runs again`() {
        #expect(choice([]).selections.isEmpty)
    }

    @Test func `Tests that show something new come first, and of these the fastest`() {
        let found = choice(
            [
                (test("slow", seconds: 0.3), [1]), (test("fast"), [1, 2]), (test("same", seconds: 0.2), [2]),
                (test("other", seconds: 0.4), [3]),
            ], time: 60)
        #expect(
            found.selections.flatMap(\.tests).map(\.name).map { $0.dropFirst("CartTests.".count) } == [
                "fast()", "other()", "same()", "slow()",
            ])
    }

    @Test func `Tests that left objects of the program come first`() {
        let (cache, cart) = (test("cache", seconds: 0.01), test("cart", seconds: 0.02))
        let choice = TestChoice(
            from: [
                TestRemainders(
                    bundle: "/app",
                    tests: [TestRemainder(cache, kinds: [1]), TestRemainder(cart, kinds: [2], ofProgram: [2])])
            ],
            of: [cache, cart], leaks: false, repetitions: 6, time: 0.15)
        #expect(choice.selections.flatMap(\.tests).map(\.name) == ["CartTests.cart()"])
        #expect(choice.omitted == 1)
    }

    @Test func `What takes too long is omitted, and counted`() {
        let tests = [(test("fast"), Set([1])), (test("slow", seconds: 2), Set([2]))]
        let found = choice(tests, time: 3)
        #expect(found.selections.flatMap(\.tests).map(\.name) == ["CartTests.fast()"])
        #expect(found.omitted == 1)
        #expect(choice(tests, leaks: true).omitted == 0)
        #expect(choice(tests, time: 0).selections.isEmpty)
    }

    @Test func `Tests of swift-testing that ran at once count by their share of the time`() {
        let tests = (0..<10).map { (test("t\($0)", seconds: 1, .testing), Set([$0])) }
        #expect(choice(tests, time: 6).omitted == 0)
        let serial = (0..<10).map { (test("t\($0)", seconds: 1, at: Double($0)), Set([$0])) }
        #expect(choice(serial, time: 6).omitted == 9)
    }

    @Test func `Each bundle and library is a run of its own, and processes of one bundle share it`() {
        let tests = [(test("a"), Set([1])), (test("b", .testing), Set([1]))]
        #expect(choice(tests, time: 60).selections.map(\.tests.count) == [1, 1])
        #expect(choice(tests, time: 60, bundles: ["/app", "/app"]).selections.map(\.tests.count) == [1, 1])
        let two = choice(tests, time: 60, bundles: ["/app", "/other"])
        #expect(two.selections.map(\.bundle) == ["/app", "/app", "/other", "/other"])
    }

    @Test func `Without time nothing runs again, however short a test is`() {
        let found = choice([(test("a", seconds: 0), [1])], time: 0)
        #expect(found.selections.isEmpty)
        #expect(found.omitted == 1)
    }

    @Test func `A test without a known module cannot be selected`() {
        #expect(choice([(test("a", module: nil), [1])]).selections.isEmpty)
    }

    @Test func `A runner gets the tests by name`() {
        let selection = TestSelection(bundle: "/app", tests: [test("a"), test("b")])
        #expect(selection.arguments(6) == ["ShopTests.CartTests/a,ShopTests.CartTests/b"])
        let other = TestSelection(bundle: "/app", tests: [test("a", .testing)])
        #expect(
            other.arguments(6) == [
                "--testing-library", "swift-testing", "--repetitions", "6", "--filter",
                #"^ShopTests\.CartTests\/a\(\)\/"#,
            ])
    }

    @Test func `All tests but some are selected by the names of these, and XCTests by their classes`() {
        func tests(_ library: RanTest.Library) -> [RanTest] {
            [("A", "a()"), ("A", "b()"), ("B", "c()"), ("B", "d()")].map {
                RanTest(library: library, module: "ShopTests", path: [$0.0, $0.1])
            }
        }
        func arguments(_ library: RanTest.Library) -> [String] {
            let all = tests(library)
            return TestSelection(
                bundle: "shop", tests: Array(all[1...]), excluded: [all[0]], isSerial: true
            ).arguments(1)
        }
        #expect(
            arguments(.testing) == [
                "--testing-library", "swift-testing", "--repetitions", "1", "--skip", #"^ShopTests\.A\/a\(\)\/"#,
                "--no-parallel",
            ])
        #expect(arguments(.xctest) == ["ShopTests.A/b,ShopTests.B"])
    }

    @Test func `A test that runs again twice counts once, with the larger number of runs`() {
        var figures = TestFigures(tests: 3, status: 0)
        figures.add(["ShopTests.one()", "ShopTests.two()"], runs: 6)
        figures.add(["ShopTests.two()"], runs: 24)
        figures.add(["ShopTests.three()"], runs: 6)
        #expect(
            figures.repeated == [
                TestFigures.Repeated("ShopTests.one()", runs: 6), TestFigures.Repeated("ShopTests.two()", runs: 24),
                TestFigures.Repeated("ShopTests.three()", runs: 6),
            ])
    }

    @Test(arguments: [
        ("ShopTests.CartTests/testTotal", ["CartTests", "testTotal()"]),
        ("ShopTests.Outer.CartTests/testTotal", ["Outer", "CartTests", "testTotal()"]),
    ])
    func `A process that was started for one XCTest names it`(selection: String, path: [String]) throws {
        let test = try #require(RanTest(selectedBy: selection))
        #expect(test == RanTest(library: .xctest, module: "ShopTests", path: path) && test.selector == selection)
    }

    @Test(arguments: [
        "", "/", "CartTests", "ShopTests.CartTests", "CartTests/testTotal", "ShopTests.CartTests/", "A.B/c/d",
        "ShopTests.CartTests/testTotal,ShopTests.CartTests/testAdd",
    ])
    func `Another selection names no single test`(selection: String) {
        #expect(RanTest(selectedBy: selection) == nil)
    }
}
