internal import OutliveModel

/// A parser that groups the lines of a log into test cases and sums up their figures.
struct TestCaseTracker {
    /// The maximum number of open test cases; crashed test cases stay open.
    private static let maximumOpen = 64

    private(set) var all = LaunchCounts()
    /// The figures with each repeated block counted once.
    private(set) var unique = LaunchCounts()
    private(set) var groups = LaunchGroups()
    private(set) var seen = SeenDigests(maximum: 2_000_000)
    private(set) var activityLines = 0
    private var odd: [OddLine: Int] = [:]
    /// Counters outside `odd`, because they may apply to every line and a lookup each time would be slow.
    private var linesOutside = 0
    private var linesUnpadded = 0
    /// The applications that were launched; genuine logs have far fewer.
    private var applications = SeenDigests(maximum: 10_000)

    /// The test case of the current activity lines.
    private var current: CaseInProgress?
    /// Earlier test cases that have not ended, because they run in parallel or crashed.
    private var others: [CaseInProgress] = []

    /// Processes the events in a line: none in most lines, and several if lines ran together.
    @inline(__always)
    mutating func take(_ line: Bytes, _ run: ((TestCaseRun) -> Void)?) {
        var from = 0
        var activity = ActivityLine(in: line, from: 0)
        // The text of an activity may quote a test case, so nothing after its start counts.
        while let testCase = TestCaseLine(in: line, from: from), testCase.start < activity?.start ?? line.count {
            take(testCase, run)
            from = testCase.end
            if let start = activity?.start, start < from { activity = ActivityLine(in: line, from: from) }
        }
        if let activity { take(activity, run) }
    }

    mutating func finish(_ run: ((TestCaseRun) -> Void)?) {
        for other in others { end(other, .unknown, nil, run) }
        others = []
        if let current { end(current, .unknown, nil, run) }
        current = nil
    }

    /// Returns the irregularities, by kind.
    func oddLines(long: Int) -> [OddLineCount] {
        var odd = odd
        odd[.long] = long
        odd[.outsideTestCases] = linesOutside
        odd[.unpadded] = linesUnpadded
        return OddLine.allCases.compactMap { kind in
            odd[kind].flatMap { $0 > 0 ? OddLineCount(kind: kind, count: $0) : nil }
        }
    }

    @inline(__always)
    private mutating func take(_ line: ActivityLine, _ run: ((TestCaseRun) -> Void)?) {
        activityLines += 1
        linesUnpadded += line.isPadded ? 0 : 1
        guard let time = line.time else {
            odd[.untimed, default: 0] += 1
            return
        }
        if let lines = current?.lines, lines > 0, begins(line, at: time) { setAside(run) }
        // Earlier test cases may have crashed, so they receive no lines except their end.
        if current == nil { current = CaseInProgress() }
        if current?.name == nil { linesOutside += 1 }
        current?.take(line, at: time, &applications)
    }

    /// Returns `true` if a line is the first of a test case whose start is missing from the log.
    @inline(__always)
    private func begins(_ line: ActivityLine, at time: Int64) -> Bool {
        if line.text.first == UInt8(ascii: "S"), line.text.has("Start Test") {
            return line.text.count == 10 || line.text.has("Start Test at ")
        }
        guard let current, current.name == nil, let last = current.tracker.last else { return false }
        return time < last
    }

    private mutating func take(_ line: TestCaseLine, _ run: ((TestCaseRun) -> Void)?) {
        switch line.kind {
        case .measured: break
        case .other: odd[.unknownTestCaseLine, default: 0] += 1
        case .started:
            setAside(run)
            current = CaseInProgress(name: line.name)
        case .ended(let outcome, let time): end(line.name, outcome, time, run)
        }
    }

    /// Moves the current test case to the earlier ones, or ends it if it has no name.
    private mutating func setAside(_ run: ((TestCaseRun) -> Void)?) {
        guard let current else { return }
        self.current = nil
        guard current.name != nil else { return end(current, .unknown, nil, run) }
        if others.count == Self.maximumOpen { end(others.removeFirst(), .unknown, nil, run) }
        others.append(current)
    }

    private mutating func end(
        _ name: Bytes, _ outcome: TestCaseRun.Outcome, _ time: Int64?, _ run: ((TestCaseRun) -> Void)?
    ) {
        let digest = BlockDigest(of: name).value
        if let ended = current, ended.isNamed(digest) {
            current = nil
            end(ended, outcome, time, run)
        } else if let index = others.lastIndex(where: { $0.isNamed(digest) }) {
            end(others.remove(at: index), outcome, time, run)
        } else if var ended = current, ended.name == nil {
            current = nil
            ended.adopt(name)
            odd[.endWithoutStart, default: 0] += 1
            end(ended, outcome, time, run)
        } else {
            // Parallel tests are reported only when they end.
            end(CaseInProgress(name: name), outcome, time, run)
        }
    }

    private mutating func end(
        _ ended: CaseInProgress, _ outcome: TestCaseRun.Outcome, _ time: Int64?, _ run: ((TestCaseRun) -> Void)?
    ) {
        var ended = ended
        ended.tracker.finish(at: time, &applications)
        var counts = ended.tracker.counts
        counts.testTime = time ?? ended.tracker.last ?? 0
        if ended.name != nil {
            counts.testCases = 1
            counts.testCasesWithActivities = ended.lines > 0 ? 1 : 0
            if outcome == .unknown { odd[.startWithoutEnd, default: 0] += 1 }
        }
        if ended.tracker.emptyOpens > 0 { odd[.openWithoutLaunch, default: 0] += ended.tracker.emptyOpens }
        if ended.tracker.linesBackInTime > 0 { odd[.backInTime, default: 0] += ended.tracker.linesBackInTime }
        all += counts
        let isNew = seen.insert(ended.blockDigest(time: time))
        if isNew {
            unique += counts
            groups.add(ended, counts)
        }
        guard let run, ended.name != nil || !counts.isEmpty else { return }
        (ended.name ?? []).withUnsafeBytes { bytes in
            let name = testCaseName(bytes)
            run(
                TestCaseRun(
                    suite: String(decoding: name.suite, as: UTF8.self),
                    test: String(decoding: name.test, as: UTF8.self), outcome: outcome, figures: counts.figures,
                    isRepeated: !isNew))
        }
    }
}
