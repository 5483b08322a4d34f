import OutliveModel

extension Report {
    /// The note service that keeps every session, with the traces of the survivors.
    static var traced: Report {
        var report = Report.heapLeaking
        report.findings = [
            .traced("NoteService.Session", 10, bytes: 1_600, retained: 12_345, "0f1e", .stored, .cached),
            .traced("NoteService.Content", 40, bytes: 1_280, "1a2b", victimOf: "0f1e", .stored.to("Content")),
            .traced(
                "closure (NoteService.Session, NoteService.Content)", 80, bytes: 3_840, "2b3c", victimOf: "0f1e",
                .stored.to("closure in Session.open")),
            .traced("NoteService.Presenter", 10, bytes: 480, "3c4d", .cycle),
            .traced("NoteService.Buffer", 10, bytes: 320, "4d5e", .unheld),
            .traced("Swift.__StringStorage", 20, bytes: 1_280, "5e6f", victimOf: "4d5e", .unheld.to("String")),
        ]
        return report
    }
}

extension Finding {
    /// The survivors of each of ten cycles after two of warm-up, with their traces.
    static func traced(
        _ type: String, _ count: Int, bytes: Int, retained: Int? = nil, _ fingerprint: String,
        victimOf: String? = nil, _ traces: LeakTrace...
    ) -> Finding {
        Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "NoteService/Session.swift", line: 31, column: 0)
            ),
            births: (2...11).map { Birth(generation: $0, count: count / 10) },
            live: (1...12).map { max($0 - 2, 0) * count / 10 }, warmup: 2, bytes: bytes,
            backtrace: Backtrace(frames: Array(Backtrace.registration.frames.prefix(1))), fingerprint: fingerprint,
            traces: traces, retainedBytes: retained, victimOf: victimOf)
    }
}

extension LeakTrace {
    /// An observer that is never removed.
    static var stored: LeakTrace {
        LeakTrace(
            shape: .path,
            steps: [
                TraceStep(kind: .global, name: "static App.shared", edge: ".feed"),
                TraceStep(kind: .object, name: "Feed", edge: ".observers[3]"),
                TraceStep(
                    kind: .closure, name: "closure in Session.open", edge: nil,
                    location: SourceLine(
                        file: "/home/user/projects/note-service/Sources/NoteService/Session.swift", line: 42)),
                TraceStep(kind: .object, name: "Session"),
            ],
            culprit: Suspect(
                name: "closure in Session.open",
                location: SourceLine(
                    file: "/home/user/projects/note-service/Sources/NoteService/Session.swift", line: 42),
                step: 2, pattern: .observerNotRemoved),
            objects: 8, fingerprint: "0f1e")
    }

    /// A cache that nothing is taken out of.
    static var cached: LeakTrace {
        LeakTrace(
            shape: .path,
            steps: [
                TraceStep(kind: .global, name: "static SessionCache.byUserAndDevice", edge: "[key]"),
                TraceStep(kind: .object, name: "Entry", edge: ".session.some"),
                TraceStep(kind: .object, name: "Session"),
            ],
            culprit: Suspect(name: "static SessionCache.byUserAndDevice", step: 0, pattern: .storeWithoutEviction),
            objects: 2, fingerprint: "0f1f")
    }

    /// A presenter and its view, which refer to each other.
    static var cycle: LeakTrace {
        LeakTrace(
            shape: .cycle,
            steps: [
                TraceStep(kind: .object, name: "Presenter", edge: ".view"),
                TraceStep(kind: .object, name: "View", edge: ".delegate"),
                TraceStep(kind: .object, name: "Presenter"),
            ],
            culprit: Suspect(name: "View.delegate", step: 1, pattern: .strongBackReference), objects: 10,
            fingerprint: "3c4d")
    }

    /// A buffer that nothing refers to.
    static var unheld: LeakTrace {
        LeakTrace(
            shape: .unheld, steps: [TraceStep(kind: .object, name: "Buffer")],
            culprit: Suspect(name: "over-retain", step: 0, pattern: .overRetain), objects: 10, fingerprint: "4d5e")
    }

    /// The same, of an object that the survivor refers to.
    func to(_ name: String) -> LeakTrace {
        var trace = self
        trace.steps[trace.steps.count - 1].edge = ".content"
        trace.steps.append(TraceStep(kind: .object, name: name))
        return trace
    }
}
