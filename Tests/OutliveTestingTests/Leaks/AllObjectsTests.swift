import Foundation
import OutliveModel
import OutliveSupport
import Testing

@testable import OutliveDriver
@testable import OutliveTesting

/// The questions about all objects that a process of tests asks.
struct AllObjectsTests {
    private static func test(_ name: String) -> EndedTest {
        var test = RanTest(library: .testing, module: "ShopTests", path: ["CartTests", name], file: "A.swift", line: 3)
        test.spans = [1.5...2]
        return EndedTest(test, components: [], addresses: [:])
    }

    private static func finding(_ name: String) -> Finding {
        Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(name: name, type: name, site: RegistrationSite(fileID: "A.swift", line: 3, column: 0)),
            births: [Birth(generation: 1, count: 1)], live: [], warmup: 0)
    }

    private func name(_ answer: AllObjects.Answer?) -> String? { try? answer?.get().first?.key.name }

    @Test func `A question and an answer are read as they were written`() throws {
        let key = ComponentKey(
            name: "cart", type: "Shop.Cart", site: RegistrationSite(fileID: "Shop/Cart.swift", line: 7, column: 2))
        var test = Self.test("pays()")
        test.components = [Self.finding("Shop.Cart")]
        test.addresses = [key: [ObjectAddress(0x7fff_1234_5678)]]
        let inquiry = TestInquiry([test, EndedTest(nil, components: [], addresses: [:])])
        #expect(try JSONDecoder().decode(TestInquiry.self, from: JSONEncoder().encode(inquiry)) == inquiry)
        for answer in [TestAnswer(findings: [[Self.finding("Shop.Cart")], []]), TestAnswer(refusal: "no tier")] {
            #expect(try JSONDecoder().decode(TestAnswer.self, from: JSONEncoder().encode(answer)) == answer)
        }
    }

    @Test func `A process without outlive test asks nothing`() async {
        let objects = AllObjects(nil)
        #expect(await objects.findings(of: Self.test("a()")) == nil)
        #expect(objects.blockingFindings(of: Self.test("a()")) == nil)
    }

    @Test func `Tests that end during a question are asked together, and each gets its own answer`() async {
        let asked = Lock<[[String]]>([])
        let (first, others) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let objects = AllObjects { tests throws(AnalystUnavailable) in
            let names = tests.map { $0.test?.path.last ?? "" }
            let isFirst = asked.withLock { asked in
                asked.append(names)
                return asked.count == 1
            }
            if isFirst {
                first.signal()
                others.wait()
            }
            return names.map { [Self.finding($0)] }
        }
        async let one = objects.findings(of: Self.test("one()"))
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "first").async {
                first.wait()
                continuation.resume()
            }
        }
        async let two = objects.findings(of: Self.test("two()"))
        async let three = objects.findings(of: Self.test("three()"))
        while objects.waitingTests < 2 { await Task.yield() }
        others.signal()
        #expect(await (name(one), name(two), name(three)) == ("one()", "two()", "three()"))
        #expect(asked.withLock { $0.map { $0.sorted() } } == [["one()"], ["three()", "two()"]])
    }

    @Test func `After a failure nothing is asked any more`() async {
        let count = Lock(0)
        let objects = AllObjects { _ throws(AnalystUnavailable) in
            count.withLock { $0 += 1 }
            throw AnalystUnavailable("gone")
        }
        for _ in 0..<2 {
            #expect(await objects.findings(of: Self.test("a()")) == .failure(AnalystUnavailable("gone")))
        }
        #expect(count.withLock { $0 } == 1)
    }
}
