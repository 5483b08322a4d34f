internal import OutliveModel

/// The generation reports of one instance, with checks that they are meaningful.
struct LeakWatch {
    /// The state of leak detection, known after the first launch.
    private(set) var watch = Watch.off
    private(set) var processRuns: [[GenerationReport]] = []
    private(set) var components: Set<ComponentKey> = []
    private static let componentsKept = 1000
    let mode: LeakMode

    var awaitsReports: Bool { watch == .watched }

    /// Records the hello message of a process that has just become ready.
    ///
    /// - Throws: `notWatched` if leak detection is required but off; `blind` if the registry failed its self-check.
    mutating func launched(hello: RegistryStatus?) throws(Failure) {
        guard mode != .off else { return }
        processRuns.append([])
        guard let hello, hello.registryEnabled else {
            watch = .notWatched
            guard mode == .require else { return }
            throw Failure(
                .notWatched,
                hello == nil
                    ? "leak detection is required, but the application has no ResetHost of Outlive, or was built without "
                        + "the trait LiveReset: build it with the trait, or use --leaks fail"
                    : "leak detection is required, but the application's registry is switched off; switch it on")
        }
        watch = .watched
        if hello.controls.blind {
            throw Failure(
                .blind,
                "the application's registry failed its self-check at start: "
                    + (hello.controls.leakFound
                        ? "it reported a deallocated object" : "it did not find a deliberate leak")
                    + "; a clean report from it would mean nothing")
        }
    }

    /// Records the report of the generation that the last reset ended.
    ///
    /// - Throws: `replacedNothing` if the reset was acknowledged but changed nothing.
    mutating func settled(_ report: GenerationReport) throws(Failure) {
        processRuns[processRuns.count - 1].append(report)
        if components.count < Self.componentsKept { components.formUnion(report.components ?? []) }
        guard report.registered > 0 else { return }
        if report.died == 0, !report.replacesAll {
            throw Failure(
                .replacedNothing,
                "the reset that ended generation \(report.generation) replaced nothing: none of its "
                    + "\(report.registered) components died; check that teardown releases them")
        }
        if let reply = report.reply, reply.registered == 0 {
            throw Failure(
                .replacedNothing,
                "the reset that ended generation \(report.generation) replaced nothing: \(report.registered) "
                    + "components were registered in it and none in the next; check that rebuild makes and tracks them")
        }
    }

    /// Returns the failure of a run whose reports are missing or empty, or `nil` if they can be relied on.
    func omission(resets: Int) -> Failure? {
        guard watch == .watched, resets > 0 else { return nil }
        let reports = processRuns.joined()
        if reports.isEmpty {
            return Failure(
                .noGenerationReport,
                "the application is watched, but none of its \(resets) resets was followed by a generation report; "
                    + "end the generation in each reset, as the reset host does")
        }
        guard reports.allSatisfy({ $0.registered == 0 && ($0.reply?.registered ?? 0) == 0 }) else { return nil }
        return Failure(
            .nothingRegistered,
            "the application is watched, but registered no component in \(reports.count) generations; "
                + "track what a reset replaces, or turn leaks off")
    }

    /// `true` if components were released in a reset, or replaced by others.
    var sawAReplacement: Bool {
        processRuns.joined().contains { $0.registered > 0 && ($0.died > 0 || $0.replacesAll) }
    }

    /// The survivors in the last report of the current process, without those declared to live longer.
    private var presentSurvivors: [Survivor] {
        processRuns.last?.last?.unexpectedSurvivors ?? []
    }

    var hasPresentSurvivors: Bool { !presentSurvivors.isEmpty }

    var presentAddresses: [ComponentKey: [ObjectAddress]] {
        Dictionary(presentSurvivors.map { ($0.key, $0.addresses ?? []) }, uniquingKeysWith: +)
            .filter { !$0.value.isEmpty }
    }
}

extension GenerationReport {
    /// `true` if the reset made new components, and its own generation outlived it: all of them leak.
    ///
    /// A reset that does nothing makes none, and one that registers the same objects again leaves none of its generation.
    fileprivate var replacesAll: Bool {
        guard let reply, reply.registered > 0 else { return false }
        return survivors.contains { survivor in
            survivor.key.lifetime == .untilReset && survivor.births.contains { $0.generation == generation }
        }
    }
}
