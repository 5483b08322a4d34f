import OutliveModel
import OutliveReport

extension Report {
    /// A run of a note service that went well: 20 pairs, a soak of 50, nothing left behind.
    static var clean: Report {
        var report = Report(
            toolVersion: "0.1.0", startedAt: "2026-01-02T03:04:05Z",
            machine: Machine(
                system: "Debian GNU/Linux 12", architecture: "x86_64", processor: "Example CPU", processors: 2,
                memoryBytes: 8_000_000_000),
            plan: Plan(
                launch: "note-service --port {port} --data {dir}/notes.json", ready: "notify",
                reset: "signal:SIGRTMIN+1", done: "notify", work: "http:http://127.0.0.1:{port}/work",
                probe: "http:http://127.0.0.1:{port}/state", seed: 42))
        report.comparison = Comparison(
            pairs: 20, launch: .around(0.701, spread: 0.0061), launchStop: .around(0.0121, spread: 0.0004),
            launchStart: .around(0.689, spread: 0.006),
            reset: Summary(
                count: 20, minimum: 0.0902, median: 0.0947, maximum: 0.131, medianAbsoluteDeviation: 0.0011, outliers: 1
            ),
            ratio: 7.4023, interval: Interval(lower: 7.1201, upper: 7.8))
        report.ping = .around(0.000_213, spread: 0.000_012)
        report.soak = (1...50).map { cycle in
            SoakCycle(
                cycle: cycle, seconds: 0.0945 + Double(cycle % 3) * 0.0003,
                vitals: Vitals(residentBytes: 48_100_000 + cycle * 100, threads: 6, descriptors: 14), liveComponents: 9)
        }
        report.slopes = [
            Slope(
                metric: .resetSeconds, perCycle: 0.000_000_3, interval: Interval(lower: -0.000_001, upper: 0.000_001_5),
                minimumEffect: 0.0001, cycles: 50),
            Slope(
                metric: .residentBytes, perCycle: 100, interval: Interval(lower: 90, upper: 110), minimumEffect: 4096,
                cycles: 50),
            Slope(
                metric: .liveComponents, perCycle: 0, interval: Interval(lower: 0, upper: 0), minimumEffect: 0.1,
                cycles: 50),
            Slope(
                metric: .threads, perCycle: 0, interval: Interval(lower: 0, upper: 0), minimumEffect: 0.1, cycles: 50),
            Slope(metric: .descriptors, perCycle: 0, interval: nil, minimumEffect: 0.1, cycles: 2),
        ]
        report.watch = .watched
        return report
    }

    /// The same service with a leak, a suspect, a cache, queued work and a logger that is meant to stay.
    static var leaking: Report {
        var report = Report.clean
        report.slopes[2] = Slope(
            metric: .liveComponents, perCycle: 1, interval: Interval(lower: 1, upper: 1), minimumEffect: 0.1, cycles: 50
        )
        report.slopes[1] = Slope(
            metric: .residentBytes, perCycle: 12_100, interval: Interval(lower: 11_000, upper: 13_200),
            minimumEffect: 4096,
            cycles: 50)
        report.soak = report.soak.map { cycle in
            var cycle = cycle
            cycle.liveComponents = 9 + cycle.cycle
            cycle.vitals?.residentBytes = 48_100_000 + cycle.cycle * 12_100
            return cycle
        }
        report.findings = [
            Finding(
                verdict: .leak, key: .named("session", type: "NoteService.Session", line: 88),
                births: (1...72).map { Birth(generation: $0, count: 1) }, live: Array(1...72), warmup: 2,
                lateSeconds: 0.604,
                retainCount: 2, backtrace: .registration, fingerprint: "6f1c3a",
                traces: [
                    LeakTrace(
                        shape: .path,
                        steps: [
                            TraceStep(kind: .global, name: "static App.shared"),
                            TraceStep(kind: .object, name: "Session", edge: ".onEvent"),
                            TraceStep(kind: .closure, name: "closure in Feed.start"),
                            TraceStep(kind: .object, name: "Session"),
                        ], culprit: Suspect(name: "Session.onEvent", step: 1, pattern: .closureCapturesSelf),
                        objects: 72)
                ]),
            Finding(
                verdict: .suspect, key: .named("NoteService.Feed", type: "NoteService.Feed", line: 12),
                births: [Birth(generation: 2, count: 1)], live: [0, 1], warmup: 0,
                backtrace: Backtrace(frames: [
                    Frame(module: "/srv/note-service", buildID: "38c0f7eba35051c9", offset: 0x1f2e),
                    Frame(module: "", buildID: nil, offset: 0x10),
                ])),
            Finding(
                verdict: .retained,
                key: .named("cache", type: "NoteService.Cache<Swift.String, NoteService.Note>", line: 40),
                births: [Birth(generation: 72, count: 3)], live: Array(repeating: 3, count: 72), warmup: 2,
                backtrace: Backtrace(frames: [
                    Frame(
                        module: "/srv/note-service", buildID: nil, offset: 1,
                        symbols: [Symbol(function: "NoteService.load() -> ()")]),
                    Frame(
                        module: "/lib/libc.so.6", buildID: nil, offset: 1,
                        symbols: [Symbol(function: "__libc_start_main")]),
                ])),
            Finding(
                verdict: .late, key: .named("NoteService.Timer", type: "NoteService.Timer", line: 3), births: [],
                live: [0, 0, 0], warmup: 0, lateSeconds: 0.0419),
            Finding(
                verdict: .expected,
                key: .named(
                    "log", type: "NoteService.Logger", line: 7,
                    lifetime: .process(reason: "one log file for the process")),
                births: [Birth(generation: 1, count: 1)], live: [1, 1, 1], warmup: 0),
        ]
        report.notes = ["addresses named: 31 by /usr/bin/llvm-symbolizer, 1 by none"]
        return report
    }

    /// The same service with state that survives the reset.
    static var bleeding: Report {
        var report = Report.clean
        report.watch = .notWatched
        let state = (1...12).map { "note \($0): kept" }
        var after = state
        after[5] = "note 6: changed"
        after.insert("session: alice", at: 9)
        let line = #"{"notes":20000,"index":"ready","padding":""# + String(repeating: "x", count: 120)
        report.stateDifferences = [
            StateDifference(
                cycle: 3, occurrences: 18, expected: state.joined(separator: "\n"),
                actual: after.joined(separator: "\n")),
            StateDifference(cycle: 4, expected: line + #"","cache":0}"#, actual: line + #"","cache":17}"#),
        ]
        return report
    }
}

extension Summary {
    static func around(_ median: Double, spread: Double, count: Int = 20) -> Summary {
        Summary(
            count: count, minimum: median - 2 * spread, median: median, maximum: median + 5 * spread,
            medianAbsoluteDeviation: spread, outliers: 0)
    }
}

extension ComponentKey {
    static func named(_ name: String, type: String, line: Int, lifetime: Lifetime = .untilReset) -> ComponentKey {
        ComponentKey(
            name: name, type: type,
            site: RegistrationSite(fileID: "NoteService/SessionStore.swift", line: line, column: 9),
            lifetime: lifetime)
    }
}

extension Backtrace {
    /// Ten frames of the program and one of the C library.
    static var registration: Backtrace {
        let root = "/home/user/projects/note-service/Sources/NoteService"
        var frames = [
            Frame(
                module: "/srv/note-service", buildID: nil, offset: 0x100,
                symbols: [
                    Symbol(
                        function: "NoteService.Session.init(store: NoteService.Store) -> NoteService.Session",
                        file: "\(root)/Session.swift", line: 31, column: 9),
                    Symbol(
                        function: "NoteService.SessionStore.open(user: Swift.String) throws -> NoteService.Session",
                        file: "\(root)/SessionStore.swift", line: 88, column: 20),
                ])
        ]
        frames += (1...9).map { depth in
            Frame(
                module: "/srv/note-service", buildID: nil, offset: 0x200,
                symbols: [
                    Symbol(
                        function:
                            "closure #\(depth) @Sendable () async -> () in NoteService.Server.start() async -> ()",
                        file: "\(root)/Server.swift", line: 40 + depth)
                ])
        }
        frames.append(Frame(module: "/lib/libc.so.6", buildID: nil, offset: 3, symbols: [Symbol(function: "start")]))
        return Backtrace(frames: frames)
    }
}

extension Report {
    func text(_ style: TextStyle = TextStyle(), showsKnown: Bool = false) -> String {
        let options = PresentationOptions(showsKnown: showsKnown)
        return String(
            decoding: (try? ReportFormat.text.bytes(for: self, options, style: style)) ?? [], as: UTF8.self)
    }
}
