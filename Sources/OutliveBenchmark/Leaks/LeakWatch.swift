internal import OutliveModel

/// Collects the generation reports of one instance, and refuses to go on when they would prove nothing.
struct LeakWatch {
    /// Whether leaks are watched for; known after the first launch.
    private(set) var watch = Watch.off
    /// The reports of each process that the instance was, in order; a relaunch begins another.
    private(set) var incarnations: [[GenerationReport]] = []
    /// The components that the reports name.
    private(set) var components: Set<ComponentKey> = []
    private static let componentsKept = 1000
    private let mode: LeakMode

    init(mode: LeakMode) {
        self.mode = mode
    }

    /// Whether reports are to be awaited after a reset.
    var awaitsReports: Bool { watch == .watched }

    /// Takes the greeting of a process that has just become ready.
    ///
    /// - Throws: `notWatched` when leaks are required and nobody watches; `blind` when the registry failed its check.
    mutating func launched(hello: Hello?) throws(Failure) {
        guard mode != .off else { return }
        incarnations.append([])
        guard let hello, hello.registryEnabled else {
            watch = .notWatched
            guard mode == .require else { return }
            throw Failure(
                .notWatched,
                hello == nil
                    ? "leaks are to be looked for, but the application wrote no \(Hello.fileName) when it started; "
                        + "let it use Outlive's reset host, or do not require leaks"
                    : "leaks are to be looked for, but the application's registry is switched off; switch it on")
        }
        watch = .watched
        if hello.controls.blind {
            throw Failure(
                .blind,
                "the application's registry failed its own check at start: "
                    + (hello.controls.leakFound
                        ? "it reported an object that was gone" : "it did not find a deliberate leak")
                    + "; a clean report of it would mean nothing")
        }
    }

    /// Takes the report of the generation that the last reset ended.
    ///
    /// - Throws: `replacedNothing` when the reset was acknowledged but changed nothing.
    mutating func settled(_ report: GenerationReport) throws(Failure) {
        incarnations[incarnations.count - 1].append(report)
        if components.count < Self.componentsKept { components.formUnion(report.components ?? []) }
        guard report.registered > 0 else { return }
        if report.died == 0 {
            throw Failure(
                .replacedNothing,
                "the reset that ended generation \(report.generation) replaced nothing: none of its "
                    + "\(report.registered) components died; check that teardown lets go of them")
        }
        if let reply = report.reply, reply.registered == 0 {
            throw Failure(
                .replacedNothing,
                "the reset that ended generation \(report.generation) replaced nothing: \(report.registered) "
                    + "components were registered in it and none in the next; check that rebuild makes and tracks them")
        }
    }

    /// What is wrong with what was watched when all is over; nil when the reports can be relied on.
    ///
    /// - Parameter resets: how many resets were acknowledged.
    func omission(resets: Int) -> Failure? {
        guard watch == .watched, resets > 0 else { return nil }
        let reports = incarnations.joined()
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
                + "track what a reset is to replace, or turn leaks off")
    }
}
