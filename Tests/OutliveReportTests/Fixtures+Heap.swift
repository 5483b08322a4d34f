import OutliveModel

extension Report {
    /// A note service that registers nothing, and whose heap was watched over 12 cycles: it keeps every session.
    static var heapLeaking: Report {
        var report = Report.clean
        report.plan.pairs = 0
        report.plan.soak = 12
        report.comparison = nil
        report.ping = nil
        report.soak = Array(report.soak.prefix(12))
        report.slopes = []
        report.watch = .notWatched
        report.heap = HeapSummary(cycles: (0...12).map(HeapCycle.after), frames: 16)
        report.findings =
            [
                // As judged: the most objects first, whichever module declares the type.
                .grown("Swift.__StringStorage", 20, bytes: 1_280, at: Backtrace.registration),
                .grown("Swift._ContiguousArrayStorage<Swift.UInt8>", 10, bytes: 10_960, at: .registration),
                .grown("NoteService.Session", 10, bytes: 1_600, at: .registration),
                .grown("closure (NoteService.Session, Swift.Int)", 10, bytes: 480, at: .package),
            ]
            + (1...9).map { .grown("Foundation.Kind\($0)", 10, bytes: 320, at: .registration) }
            + [
                .grown("NIOCore.Channel", 10, bytes: 480, at: .package),
                Finding(
                    tier: .heap, verdict: .retained, key: .allocated("NoteService.Cache", at: .unnamed),
                    births: [Birth(generation: 11, count: 3)], live: Array(repeating: 3, count: 12), warmup: 2,
                    bytes: 2_048, backtrace: .unnamed),
                .known("Foundation.FormatterCache", "formatters are cached by locale, at most 128", bytes: 512),
                .known("box of Dispatch.Item", "a delayed block waits for its timer", bytes: 96),
            ]
        return report
    }
}

extension HeapCycle {
    /// The census that ended a cycle of that service.
    static func after(cycle: Int) -> HeapCycle {
        var census = HeapCensus(processID: 1, cycle: cycle, rawBlocks: 4_567, rawBytes: 2_300_000)
        census.rows = [
            HeapRow(
                type: HeapType(name: "NoteService.Session", kind: .object), count: 12_345 + 160 * cycle,
                bytes: 1_200_000 + 15_840 * cycle),
            HeapRow(
                type: HeapType(name: "NoteService.Owner", kind: .object), state: .deinitialised, count: cycle / 4,
                bytes: 32),
        ]
        census.pauseSeconds = 0.0012 + Double(cycle) * 0.000_03
        return HeapCycle(census, cycle: cycle)
    }
}

extension Finding {
    /// A finding of `count` objects, left behind by ten cycles after two of warm-up.
    static func grown(_ type: String, _ count: Int, bytes: Int, at stack: Backtrace) -> Finding {
        Finding(
            tier: .heap, verdict: .leak, key: .allocated(type, at: stack),
            births: (2...11).map { Birth(generation: $0, count: count / 10) },
            live: (1...12).map { max($0 - 2, 0) * count / 10 }, warmup: 2, bytes: bytes, backtrace: stack)
    }

    fileprivate static func known(_ type: String, _ reason: String, bytes: Int) -> Finding {
        Finding(
            tier: .heap, verdict: .expected, key: .allocated(type, at: .package, .process(reason: reason)),
            births: [Birth(generation: 2, count: 4)], live: [0, 0, 2, 4], warmup: 2, bytes: bytes, backtrace: .package)
    }
}

extension ComponentKey {
    /// A type of the heap, with the place of its innermost user frame.
    fileprivate static func allocated(
        _ type: String, at stack: Backtrace, _ lifetime: Lifetime = .untilReset
    ) -> ComponentKey {
        let best = stack.bestSymbol
        let module = best.flatMap { FunctionName($0.function).module }
        let file = best?.file?.split(separator: "/").last
        return ComponentKey(
            name: type, type: type,
            site: RegistrationSite(
                fileID: module.map { "\($0)/\(file ?? "")" } ?? "note-service+0x1F2E", line: best?.line ?? 0,
                column: best?.column ?? 0),
            lifetime: lifetime)
    }
}

extension Backtrace {
    /// A function of a package that SwiftPM checked out, called by the service.
    fileprivate static var package: Backtrace {
        Backtrace(frames: [
            Frame(
                module: "/srv/note-service", buildID: nil, offset: 0x300,
                symbols: [
                    Symbol(
                        function: "NIOCore.Channel.make() -> NIOCore.Channel",
                        file: "/home/user/projects/note-service/.build/checkouts/nio/Sources/NIOCore/Channel.swift",
                        line: 9, column: 5)
                ]),
            Frame(
                module: "/srv/note-service", buildID: nil, offset: 0x400,
                symbols: [
                    Symbol(
                        function: "NoteService.Server.start() async -> ()",
                        file: "/home/user/projects/note-service/Sources/NoteService/Server.swift", line: 20, column: 3)
                ]),
        ])
    }

    /// A frame of a stripped executable.
    fileprivate static var unnamed: Backtrace {
        Backtrace(frames: [Frame(module: "/srv/note-service", buildID: "38c0f7eba35051c9", offset: 0x1f2e)])
    }
}
