import OutliveModel

extension Report {
    /// The tests of a shop, none of which leaves anything behind.
    static var cleanTests: Report {
        var report = Report.bare
        report.plan = Plan(
            launch: "swift test", ready: "exit", reset: nil, done: nil, pairs: 0, warmup: 0, soak: 0, heapFrames: 64,
            fidelity: .off, stuck: .fail, seed: 42)
        report.toolchain = "6.3.1"
        report.tests = TestFigures(tests: 41, status: 0)
        return report
    }

    /// The same tests, of which two leave variables changed, one of them as expected, too.
    static var pollutingTests: Report {
        var report = Report.cleanTests
        report.plan.launch = "swift test --no-parallel"
        let logIn = LeakingTest.of("SessionTests.logIn()", "SessionTests", line: 12)
        let warmUp = LeakingTest(name: "CacheTests.testWarmUp()", module: "ShopXCTests", certain: true)
        let total = LeakingTest.of("CartTests.total()", "CartTests", line: 9)
        func change(_ subject: String, _ old: String, _ new: String, _ line: Int, _ reason: String? = nil)
            -> FidelityDifference
        {
            FidelityDifference(
                subject: subject, launched: old, reset: new, firstCycle: 7,
                line: SourceLine(file: "/home/user/projects/note-service/Sources/Shop/Session.swift", line: line),
                reason: reason)
        }
        report.pollution = PollutionReport(
            tests: 41,
            changes: [
                Pollution(
                    test: logIn, difference: change("static Session.user", "nil", "text of 3 bytes", 4),
                    dependents: [total], beneficiaries: [warmUp, total]),
                Pollution(test: logIn, difference: change("Registry.shared.users", "1 element", "2 elements", 20)),
                Pollution(test: warmUp, difference: change("static Flags.isWarm", "false", "true", 31)),
                Pollution(
                    test: warmUp,
                    difference: change("Cache.shared.entries", "0 entries", "14 entries", 40, "warm on purpose")),
            ])
        return report
    }

    /// The same tests, which leave a cycle behind, fill a static, allocate a box at an unclear time, and leave a task stuck;
    /// one leak is accepted, and one library grows by design.
    static var leakingTests: Report {
        var report = Report.cleanTests
        report.plan.launch = "swift test --filter ShopTests"
        report.tests = TestFigures(
            tests: 41,
            repeated: [
                TestFigures.Repeated("ShopTests.CartTests.total(of:)", runs: 6),
                TestFigures.Repeated("ShopTests.CartTests.empty()", runs: 6),
                TestFigures.Repeated("ShopTests.PriceTests.lookUp(name:)", runs: 24),
            ], status: 1)
        let total = LeakingTest.of("CartTests.total(of:)", "CartTests", line: 12)
        let empty = LeakingTest.of("CartTests.empty()", "CartTests", line: 30)
        let lookUp = LeakingTest.of("PriceTests.lookUp(name:)", "PriceTests", line: 8)
        var others = ["add", "remove", "clear"].map {
            LeakingTest.of("CheckoutTests.\($0)()", "CheckoutTests", line: 9)
        }
        for index in others.indices { others[index].certain = false }
        report.findings = [
            .lost("Shop.Cart", 2, "6a1b", [total, empty], .cart),
            .lost("Shop.Item", 6, "7b2c", victimOf: "6a1b", [total], .cart.to("Item")),
            .lost("Shop.Price", 30, "8c3d", live: [5, 10, 15, 20, 25, 30], [lookUp], .prices),
            .lost("Shop.Receipt", 1, "9d4e", others, .receipt),
            .lost("Shop.Coupon", 1, "ae5f", [lookUp], .coupon),
            .ofLibrary,
        ]
        report.stuckTasks = [
            AlikeTasks(
                number: 1, count: 1, state: .suspended, awaited: .continuation, holder: "Payment",
                stuck: StuckVerdict(
                    certainty: .stuck, evidence: "nothing refers to its continuation",
                    remedy: "Resume the continuation on every path."),
                frames: [
                    TaskFrame(
                        function: "Payment.confirm", location: SourceLine(file: "\(shop)/Payment.swift", line: 20))
                ],
                creator: TaskFrame(
                    function: "closure in PaymentTests.confirm",
                    location: SourceLine(file: "\(root)/Tests/ShopTests/PaymentTests.swift", line: 7)))
        ]
        report.judge(
            by: [
                KnownLeak(
                    match: KnownLeakMatch(fingerprint: "ae5f"), reason: "coupons are kept for the demo",
                    owner: "shop team", line: 3)
            ], from: "outlive.known.yml", on: CalendarDay("2026-01-02")!)
        return report
    }
}

private let root = "/home/user/projects/note-service"
private let shop = "\(root)/Sources/Shop"

extension LeakingTest {
    fileprivate static func of(_ name: String, _ file: String, line: Int) -> LeakingTest {
        LeakingTest(name: name, module: "ShopTests", file: "ShopTests/\(file).swift", line: line, certain: true)
    }
}

extension Finding {
    /// Objects that a test leaves behind, one more with each of `live` if it ran again.
    fileprivate static func lost(
        _ type: String, _ count: Int, _ fingerprint: String, live: [Int] = [], victimOf: String? = nil,
        _ tests: [LeakingTest], _ trace: LeakTrace
    ) -> Finding {
        let file = type.split(separator: ".").last ?? ""
        var finding = Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "Shop/\(file).swift", line: 30, column: 9)),
            births: [Birth(generation: 1, count: count)], live: live, warmup: live.isEmpty ? 0 : 1, bytes: count * 32,
            backtrace: Backtrace(frames: [
                Frame(
                    module: "/srv/shopPackageTests.xctest", buildID: nil, offset: 0x100,
                    symbols: [Symbol(function: "\(type).init()", file: "\(shop)/\(file).swift", line: 30, column: 9)])
            ]), fingerprint: fingerprint, traces: [trace], victimOf: victimOf)
        finding.tests = tests
        return finding
    }

    fileprivate static var ofLibrary: Finding {
        var finding = Finding(
            tier: .heap, verdict: .expected,
            key: ComponentKey(
                name: "Swift.__StringStorage", type: "Swift.__StringStorage",
                site: RegistrationSite(fileID: "Shop/Clock.swift", line: 7, column: 0),
                lifetime: .process(reason: "Foundation keeps every Timer")),
            births: [Birth(generation: 1, count: 3)], live: [], warmup: 0, bytes: 96,
            library: LibraryGrowth(
                library: "Foundation", reason: "Foundation keeps every Timer", toolchains: ["6.3.1"], system: "Linux"))
        finding.tests = []
        return finding
    }
}

extension LeakTrace {
    /// A cart and its summary, which refer to each other.
    fileprivate static var cart: LeakTrace {
        LeakTrace(
            shape: .cycle,
            steps: [
                TraceStep(kind: .object, name: "Cart", edge: ".summary"),
                TraceStep(kind: .object, name: "Summary", edge: ".delegate"),
                TraceStep(kind: .object, name: "Cart"),
            ],
            culprit: Suspect(name: "Summary.delegate", step: 1, pattern: .strongBackReference), objects: 2,
            fingerprint: "6a1b")
    }

    /// A static that remembers every price.
    fileprivate static var prices: LeakTrace {
        LeakTrace(
            shape: .path,
            steps: [
                TraceStep(kind: .global, name: "static PriceList.byName", edge: "[key]"),
                TraceStep(kind: .object, name: "Price"),
            ],
            culprit: Suspect(
                name: "static PriceList.byName", location: SourceLine(file: "\(shop)/PriceList.swift", line: 4),
                step: 0, pattern: .storeWithoutEviction), objects: 30, fingerprint: "8c3d")
    }

    fileprivate static var receipt: LeakTrace {
        LeakTrace(
            shape: .unheld, steps: [TraceStep(kind: .object, name: "Receipt")],
            culprit: Suspect(name: "over-retain", step: 0, pattern: .overRetain), objects: 1, fingerprint: "9d4e")
    }

    fileprivate static var coupon: LeakTrace {
        LeakTrace(
            shape: .cycle,
            steps: [
                TraceStep(kind: .object, name: "Coupon", edge: ".next"),
                TraceStep(kind: .object, name: "Coupon"),
            ],
            culprit: Suspect(name: "Coupon.next", step: 0, pattern: .referenceCycle), objects: 1, fingerprint: "ae5f")
    }
}
