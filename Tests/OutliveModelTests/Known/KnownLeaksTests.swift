import OutliveModel
import Testing

/// A report that is judged by a list of known leaks.
struct KnownLeaksTests {
    private let today = CalendarDay("2027-03-31")!

    private func report(_ findings: [Finding], toolchain: String? = "6.3.1") -> Report {
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        let plan = Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", seed: 1)
        var report = Report(toolVersion: "0", startedAt: "", machine: machine, plan: plan)
        report.findings = findings
        report.toolchain = toolchain
        report.watch = .watched
        return report
    }

    private func finding(
        _ type: String = "App.Session", _ fingerprint: String? = "a", verdict: Verdict = .leak, tier: Tier = .registry,
        victimOf: String? = nil, culprit: String? = nil
    ) -> Finding {
        let site = RegistrationSite(fileID: "App/Feed.swift", line: 12, column: 1)
        let symbol = Symbol(function: "App.Feed.start() -> ()", file: "/src/Sources/App/Feed.swift", line: 12)
        let traces = culprit.map { name in
            [
                LeakTrace(
                    shape: .path, steps: [TraceStep(kind: .object, name: "Session")],
                    culprit: Suspect(name: name, step: 0, pattern: .closureCapturesSelf))
            ]
        }
        return Finding(
            tier: tier, verdict: verdict, key: ComponentKey(name: type, type: type, site: site), births: [], live: [],
            warmup: 0,
            backtrace: Backtrace(frames: [Frame(module: "/opt/app", buildID: nil, offset: 1, symbols: [symbol])]),
            fingerprint: fingerprint, traces: traces ?? [], victimOf: victimOf)
    }

    private func entry(
        _ match: KnownLeakMatch, expires: String? = nil, toolchain: String? = nil, reason: String = "why"
    ) -> KnownLeak {
        KnownLeak(
            match: match, reason: reason, expires: expires.flatMap { CalendarDay($0) },
            toolchain: toolchain.flatMap { ToolchainCondition($0) })
    }

    private func judged(_ report: Report, _ entries: KnownLeak...) -> Report {
        var report = report
        report.judge(by: entries, from: "known.yml", on: today)
        return report
    }

    private let byFingerprint = KnownLeakMatch(fingerprint: "a")

    @Test func `A known leak fails nothing, and keeps its verdict`() {
        let report = judged(report([finding(), finding("App.Other", "b")]), entry(byFingerprint))
        #expect(report.findings[0].known?.reason == "why")
        #expect(report.findings[0].verdict == .leak)
        #expect(report.failingFindings.map(\.fingerprint) == ["b"])
        #expect(report.outcome == .notClean)
        #expect(report.known?.file == "known.yml" && report.known?.entries == 1)
        #expect(judged(self.report([finding()]), entry(byFingerprint)).outcome == .clean)
    }

    @Test func `An entry is valid up to its last day, and fails the run from the next one on`() {
        let leaking = report([finding()])
        #expect(judged(leaking, entry(byFingerprint, expires: "2027-03-31")).outcome == .clean)
        let expired = judged(leaking, entry(byFingerprint, expires: "2027-03-30"))
        #expect(expired.outcome == .notClean)
        #expect(expired.known?.expired.count == 1)
        #expect(expired.findings[0].known == nil)
        // Also where nothing leaks any more.
        let unused = judged(report([]), entry(byFingerprint, expires: "2027-03-30"))
        #expect(unused.outcome == .notClean)
        #expect(unused.known?.unused == [])
    }

    @Test func `If leaks fail nothing, an expired entry does not either`() {
        var leaking = report([finding()])
        leaking.plan.failOn = .never
        #expect(judged(leaking, entry(byFingerprint, expires: "2027-03-30")).outcome == .clean)
    }

    @Test func `An entry without a match is a warning, and fails nothing`() {
        let report = judged(report([]), entry(KnownLeakMatch(type: "App.*")))
        #expect(report.outcome == .clean)
        #expect(report.known?.unused.count == 1)
    }

    @Test func `An incomplete run calls no entry unused`() {
        var cut = report([])
        cut.interrupted = true
        #expect(judged(cut, entry(byFingerprint)).known?.unused == [])
        var failed = report([])
        failed.failures = [Failure(.died, "it died")]
        #expect(judged(failed, entry(byFingerprint)).known?.unused == [])
        var blind = report([])
        blind.watch = .notWatched
        #expect(judged(blind, entry(byFingerprint)).known?.unused == [])
    }

    @Test func `The first matching entry accepts, and the others count as used`() {
        let report = judged(
            report([finding()]), entry(KnownLeakMatch(type: "App.*"), reason: "first"), entry(byFingerprint))
        #expect(report.findings[0].known?.reason == "first")
        #expect(report.known?.unused == [])
    }

    @Test(arguments: [
        (KnownLeakMatch(type: "App.Session"), true), (KnownLeakMatch(type: "*.Sess?on"), true),
        (KnownLeakMatch(type: "Session"), false), (KnownLeakMatch(site: "App/Feed.swift"), true),
        (KnownLeakMatch(site: "App/Feed.swift:12"), true), (KnownLeakMatch(site: "App/Feed.swift:13"), false),
        (KnownLeakMatch(site: "App/*"), true), (KnownLeakMatch(site: "Feed.swift"), true),
        (KnownLeakMatch(site: "Sources/App/*.swift"), true),
        (KnownLeakMatch(site: "/src/Sources/App/Feed.swift"), true),
        (KnownLeakMatch(site: "ources/App/Feed.swift"), false), (KnownLeakMatch(culprit: "Session.on*"), true),
        (KnownLeakMatch(culprit: "Session"), false), (KnownLeakMatch(type: "App.*", culprit: "Session.onEvent"), true),
        (KnownLeakMatch(type: "Other.*", culprit: "Session.onEvent"), false),
        (KnownLeakMatch(fingerprint: "a", type: "Other.*"), false), (KnownLeakMatch(), false),
    ])
    func `All conditions of an entry must match`(match: KnownLeakMatch, fits: Bool) {
        #expect(match.fits(finding(culprit: "Session.onEvent")) == fits)
    }

    @Test func `A pattern for suspects matches nothing if no suspect is known`() {
        #expect(!KnownLeakMatch(culprit: "*").fits(finding()))
    }

    @Test func `All findings of a known cause are known with it, in either tier`() {
        let findings = [
            finding(tier: .heap), finding("App.Content", "b", tier: .heap, victimOf: "a"),
            finding("App.Content", "c", tier: .registry, victimOf: "a"), finding("App.Other", "d", tier: .heap),
        ]
        let report = judged(report(findings), entry(byFingerprint))
        #expect(report.findings.map { $0.known != nil } == [true, true, true, false])
        let byType = judged(self.report(findings), entry(KnownLeakMatch(type: "App.Session")))
        #expect(byType.findings.map { $0.known != nil } == [true, true, true, false])
    }

    @Test func `A finding with the suspect of a known leak is known with it, despite a stale word`() {
        let findings = [
            finding(tier: .heap, culprit: "Session.onEvent"),
            finding("App.B", "b", tier: .heap, culprit: "Session.onEvent"),
            finding("App.C", "c", tier: .heap, victimOf: "b"),
            finding("App.D", "d", tier: .heap, culprit: "Other.on"),
        ]
        let report = judged(report(findings), entry(byFingerprint))
        #expect(report.findings.map { $0.known != nil } == [true, true, true, false])
        // A pattern of types stands for no more than what it fits.
        let byType = judged(self.report(findings), entry(KnownLeakMatch(type: "App.Session")))
        #expect(byType.findings.map { $0.known != nil } == [true, false, false, false])
        // Another file is another culprit.
        var elsewhere = findings
        elsewhere[0].traces[0].culprit?.location = SourceLine(file: "/a/Feed.swift", line: 1)
        elsewhere[1].traces[0].culprit?.location = SourceLine(file: "/a/Other.swift", line: 1)
        #expect(judged(self.report(elsewhere), entry(byFingerprint)).findings[1].known == nil)
    }

    @Test func `An entry of a component that was accepted without traces is valid with them`() {
        let traced = finding(culprit: "Session.onEvent")
        let bySite = entry(KnownLeakMatch(fingerprint: traced.fingerprintOfSite))
        #expect(judged(report([traced]), bySite).outcome == .clean)
    }

    @Test func `Without the heap tier an entry with a fingerprint is not called unused`() {
        #expect(judged(report([]), entry(byFingerprint)).known?.unused == [])
    }

    @Test func `A merged report without accepted leaks shows those accepted in its runs`() {
        let accepted = judged(report([finding()]), entry(byFingerprint)).asMerged(summary: "")
        #expect(accepted.outcome == .clean && accepted.failingFindings.isEmpty)
        var bare = accepted
        bare.forgetKnownLeaks()
        #expect(bare.outcome == .notClean && bare.failingFindings.count == 1)
        var judgedAgain = bare
        judgedAgain.judge(by: [entry(byFingerprint)], from: "known.yml", on: today)
        #expect(judgedAgain.outcome == .clean)
    }

    @Test func `A known cause stays known when another of its findings leads`() {
        let findings = [
            finding("App.A", "b", tier: .heap), finding("App.B", "a", victimOf: "b"),
            finding("App.C", "c", tier: .heap, victimOf: "b"),
        ]
        let report = judged(report(findings), entry(byFingerprint))
        #expect(report.findings.allSatisfy { $0.known != nil })
        #expect(report.outcome == .clean)
    }

    @Test func `A pattern that matches parts of a cause leaves the rest of it a leak`() {
        let report = judged(
            report([finding("App.A", "b"), finding("App.B", "a", victimOf: "b")]), entry(KnownLeakMatch(type: "App.B")))
        #expect(report.findings.map { $0.known != nil } == [false, true])
    }

    @Test func `Late and expected findings need no entry, and use none`() {
        let report = judged(report([finding(verdict: .late), finding(verdict: .expected)]), entry(byFingerprint))
        #expect(report.findings.allSatisfy { $0.known == nil })
        #expect(report.findings.count == 2)
        #expect(judged(self.report([finding(verdict: .retained)]), entry(byFingerprint)).findings[0].known != nil)
    }

    @Test func `An entry for other versions of Swift matches nothing, and is not unused`() {
        let report = judged(report([finding()]), entry(byFingerprint, toolchain: "<6.3"))
        #expect(report.outcome == .notClean)
        #expect(report.known?.unused == [] && report.known?.undecided == [])
        #expect(judged(self.report([finding()]), entry(byFingerprint, toolchain: "6.3")).outcome == .clean)
        let ofType = KnownLeakMatch(type: "App.*")
        #expect(judged(self.report([]), entry(ofType, toolchain: "6.3")).known?.unused.count == 1)
    }

    @Test func `With an unknown version of Swift, an entry for some versions is not applied, with a note`() {
        let report = judged(report([finding()], toolchain: nil), entry(byFingerprint, toolchain: "6.3"))
        #expect(report.outcome == .notClean)
        #expect(report.known?.undecided.count == 1 && report.known?.unused == [])
    }

    @Test func `Another list replaces the one before`() {
        var report = judged(report([finding()]), entry(byFingerprint))
        report.judge(by: [], from: "other.yml", on: today)
        #expect(report.findings[0].known == nil && report.known?.file == "other.yml")
        report.forgetKnownLeaks()
        #expect(report.known == nil)
    }

    @Test func `Findings without a fingerprint get theirs first`() {
        let bare = finding("App.Session", nil)
        let report = judged(report([bare]), entry(KnownLeakMatch(fingerprint: bare.fingerprintOfSite)))
        #expect(report.outcome == .clean)
    }

    @Test func `A merged report is clean if the failures of its runs are known`() {
        let first = report([finding()]).asMerged(summary: "")
        var other = report([finding(), finding("App.Other", "b")], toolchain: "6.2")
        other.startedAt = "later"
        var merged = first.merged(with: other.asMerged(summary: ""))
        #expect(merged.outcome == .notClean)
        merged.judge(by: [entry(byFingerprint)], from: "known.yml", on: today)
        #expect(merged.failingFindings.map(\.fingerprint) == ["b"])
        #expect(merged.outcome == .notClean)
        merged.judge(
            by: [entry(byFingerprint), entry(KnownLeakMatch(fingerprint: "b"))], from: "known.yml", on: today)
        #expect(merged.outcome == .clean)
        // A leak that another version's run has, too, is not accepted for one of them.
        merged.judge(by: [entry(KnownLeakMatch(type: "*"), toolchain: "6.3")], from: "known.yml", on: today)
        #expect(merged.failingFindings.count == 2)
        merged.judge(
            by: [entry(KnownLeakMatch(type: "*"), expires: "2027-01-01")], from: "known.yml", on: today)
        #expect(merged.outcome == .notClean)
    }
}
