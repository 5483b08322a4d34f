import OutliveModel
import Testing

@testable import OutliveJudgement

/// The tests to which allocations belong.
@Suite struct TestAttributionTests {
    private static func test(
        _ path: [String], _ spans: ClosedRange<Double>..., module: String? = "ShopTests"
    ) -> RanTest {
        var test = RanTest(library: module == nil ? .xctest : .testing, module: module, path: path)
        test.spans = spans
        return test
    }

    private var attribution = TestAttribution([
        test(["CartTests", "adds()"], 1...2), test(["CartTests", "total(of:)"], 1.5...3),
        test(["MenuTests", "opens()"], 1.5...2.5), test(["free()"], 8...9),
        test(["OldTests", "testPays()"], 4...5, module: nil), test(["CartTests", "`a cart, once full`()"], 10...11),
    ])

    private func stack(_ functions: String...) -> Backtrace {
        Backtrace(
            frames: functions.map { function in
                var frame = Frame(module: "/app/ShopPackageTests.xctest", buildID: nil, offset: 0)
                frame.symbols = [Symbol(function: function)]
                return frame
            })
    }

    @Test(arguments: [
        ("ShopTests.CartTests.adds() -> ()", 0),
        ("closure #2 () async -> Swift.Int in ShopTests.CartTests.total(of: Swift.Int) async throws -> ()", 1),
        ("ShopTests.free() -> ()", 3), ("ShopTests.OldTests.testPays() async throws -> ()", 4),
        ("ShopTests.CartTests.`a cart,\u{A0}once\u{A0}full`() -> ()", 5),
    ])
    mutating func `A function of the test on the stack decides`(function: String, test: Int) {
        let found = attribution.tests(of: [(stack("Shop.Cart.add() -> ()", function), [1.7])])
        #expect(found.tests == [test] && found.isCertain)
    }

    @Test func `All that a process allocates belongs to its only test`() {
        var attribution = TestAttribution([Self.test(["A", "a()"], 1...2), Self.test(["B", "b()"], 1...2)], alone: 1)
        let found = attribution.tests(of: [(stack("Shop.Cart.add() -> ()"), [9]), (stack("ShopTests.A.a() -> ()"), [])])
        #expect(found.tests == [1] && found.isCertain)
    }

    @Test mutating func `Another module's function of the same name is no test`() {
        let found = attribution.tests(of: [(stack("Shop.CartTests.adds() -> ()"), [8.5])])
        #expect(found.tests == [3] && !found.isCertain)
    }

    @Test mutating func `Without one, all tests that ran at the time are possible`() {
        let found = attribution.tests(of: [(stack("Shop.Cart.add() -> ()"), [1.7])])
        #expect(found.tests == [0, 1, 2] && !found.isCertain)
    }

    @Test mutating func `A function of a suite, such as its initializer, leaves the tests of the suite`() {
        let found = attribution.tests(of: [
            (stack("Shop.Cart.init() -> Shop.Cart", "ShopTests.CartTests.init() -> ()"), [1.7])
        ])
        #expect(found.tests == [0, 1] && !found.isCertain)
    }

    @Test mutating func `The only test that can have allocated a block has its function on the stack, or ran alone`() {
        func only(_ time: Double, _ functions: String...) -> Int? {
            let frames = functions.flatMap { stack($0).frames }
            return attribution.onlyTest(of: Backtrace(frames: frames), bornAt: time)
        }
        #expect(only(1.7, "Shop.Cart.add() -> ()", "ShopTests.CartTests.adds() -> ()") == 0)
        #expect(only(1.7, "ShopTests.MenuTests.init() -> ()") == 2)
        #expect(only(8.5, "Shop.Cart.add() -> ()") == 3)
        // Several ran, or none, or another suite's function is on the stack.
        #expect(only(1.7, "ShopTests.CartTests.init() -> ()") == nil)
        #expect(only(1.7, "Shop.Cart.add() -> ()") == nil)
        #expect(only(6, "Shop.Cart.add() -> ()") == nil)
        #expect(only(8.5, "ShopTests.CartTests.init() -> ()") == nil)
    }

    @Test func `Two descriptions of one test are the same, whatever its runner reports`() {
        let printed = Self.test(["OldTests", "testPays()"], 4...5, module: nil)
        var known = RanTest(library: .xctest, module: "ShopTests", path: ["OldTests", "testPays()"])
        #expect(known.isSame(as: printed) && printed.isSame(as: known))
        known.path = ["OldTests", "testOther()"]
        #expect(!known.isSame(as: printed))
        let one = RanTest(library: .testing, module: "M", path: ["a()"], file: "M/A.swift", line: 3)
        #expect(
            one.isSame(as: RanTest(library: .testing, module: "M", path: ["S", "a()"], file: "M/A.swift", line: 3)))
        #expect(!one.isSame(as: RanTest(library: .testing, module: "M", path: ["a()"], file: "M/A.swift", line: 9)))
    }

    @Test mutating func `Work after the end of all tests belongs to the last one, and before all to none`() {
        #expect(attribution.tests(of: [(stack(), [6])]).tests == [4])
        #expect(attribution.tests(of: [(stack(), [0.5])]).tests.isEmpty)
    }

    @Test mutating func `Certain tests are not mixed with possible ones`() {
        let found = attribution.tests(of: [
            (stack("ShopTests.CartTests.adds() -> ()"), [1.7]), (stack("Shop.Cart.add() -> ()"), [1.7]),
        ])
        #expect(found.tests == [0] && found.isCertain)
    }
}
