internal import OutliveDriver
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveWire

/// The tools of a session. Calls run one at a time.
actor AnswerTools {
    /// The result of a call: a text of at most `BriefAnswer.maximumBytes` bytes.
    struct Result: Sendable {
        var text: String
        /// `true` if the call has to be corrected or cannot be answered.
        var isError = false
    }

    /// The maximum length of the report of a soak, in bytes.
    private static let longestReport = 256 << 20

    let targets: AllowedTargets
    /// The command that runs the soak again, or `nil` if none was given at the start.
    private let soak: Command?
    /// The report of the last soak.
    private var lastSoak: Report?
    /// The report that soaks are compared with, and its name: the only allowed one or, without one, the first soak.
    ///
    /// It stays the same for the session, so that causes keep their numbers, and also if a soak overwrites the file.
    private var baseline: (report: AnsweredSubject, name: String)?
    /// The first snapshot of each process that was asked about, to see what grew since then.
    private var firstLooks: [Int32: AnsweredSubject] = [:]

    init(targets: AllowedTargets, soak: Command?) { (self.targets, self.soak) = (targets, soak) }

    nonisolated var tools: [AnswerTool] {
        BriefQuestion.allCases.filter { $0 != .soak || soak != nil }.map(AnswerTool.init)
    }

    /// Answers a call.
    ///
    /// - Throws: `CancellationError`.
    func call(_ tool: AnswerTool, _ given: [String: JSONValue]) async throws -> Result {
        do {
            let answer = try await answer(tool.question, tool.arguments(given))
            return Result(text: answer.text, isError: !answer.isAnswered)
        } catch let error as CancellationError {
            throw error
        } catch let refusal as AllowedTargets.Refusal {
            return Result(text: BriefAnswer(conclusion: refusal.reason).text, isError: true)
        } catch {
            return Result(text: BriefAnswer(conclusion: "this question cannot be answered now").text, isError: true)
        }
    }

    private func answer(_ question: BriefQuestion, _ arguments: [AnswerTool.Argument: String]) async throws
        -> BriefAnswer
    {
        let detail = arguments[.cause] ?? arguments[.type]
        if question == .soak { return try await runSoak(since: arguments[.since], cause: detail) }
        let target = try targets.target(arguments[.target], hasSoak: lastSoak != nil)
        let since = try arguments[.since].map { try targets.target($0, hasSoak: lastSoak != nil) }
        let now = try await subject(target, for: question)
        var then: AnsweredSubject?
        if let since { then = try await subject(since, for: question) }
        if then == nil, question == .growth, case .process(let process) = target {
            guard let first = firstLooks[process] else {
                firstLooks[process] = now
                return BriefAnswer(
                    conclusion: "the first look at this process is taken: ask growth again after it has worked",
                    next: ["types", "tasks", "memory"])
            }
            then = first
        }
        let asked = AskedQuestion(question: question, now: now, since: then, detail: detail)
        do {
            return try await onOwnThread { _ in try asked.answer() }
        } catch let failure as Failure where failure.code == .noCensus {
            throw AllowedTargets.Refusal(reason: "these two cannot be compared: give two of one process, earlier first")
        }
    }

    /// Reads a target.
    ///
    /// A message about a file that is none of Outlive's could quote it, so it is left out.
    private func subject(_ target: AllowedTargets.Target, for question: BriefQuestion) async throws -> AnsweredSubject {
        switch target {
        case .soak:
            guard let lastSoak else { throw AllowedTargets.Refusal(reason: "no soak has run in this session") }
            return .report(lastSoak)
        case .file(let path):
            do {
                return try await onOwnThread { _ in try AnsweredSubject(AllowedTargets.open(path), path: path) }
            } catch let refusal as AllowedTargets.Refusal {
                throw refusal
            } catch is Failure, is SystemError {
                throw AllowedTargets.Refusal(
                    reason: "\(path.onOneLine(upTo: 200)) is neither a report (--report json=FILE) nor a snapshot with "
                        + "the graph (census --graph FILE); 'outlive explain' prints the reason")
            }
        case .process(let process):
            do {
                return try await AnsweredSubject(inspecting: .process(process), withMemory: question == .memory)
            } catch is Failure {
                throw AllowedTargets.Refusal(
                    reason: "process \(process) cannot be inspected; 'outlive census \(process)' prints the reason")
            }
        }
    }

    /// Runs the soak that was given at the start, and compares it with an earlier report.
    ///
    /// - Parameters:
    ///   - name: The earlier report, or `nil` for the baseline of the session.
    ///   - cause: The cause that may be gone, or `nil` for all.
    private func runSoak(since name: String?, cause: String?) async throws -> BriefAnswer {
        guard let soak else {
            throw AllowedTargets.Refusal(reason: "no soak was given at the start: outlive mcp --soak -- OPTIONS")
        }
        if baseline == nil, lastSoak == nil { baseline = await onlyReport() }
        let earlier = try await earlierReport(name)
        let bytes: [UInt8]
        do {
            // 0 clean, 1 not clean, 2 slower than the gate.
            bytes = try await soak.output(endingWith: 0...2, outputLimit: Self.longestReport)
        } catch is Failure {
            return BriefAnswer(
                conclusion: "unknown: the soak failed, so nothing was measured; run it in a shell to see why")
        }
        let report = try await onOwnThread { _ in try Report(json: bytes) }
        lastSoak = report
        if baseline == nil, !report.isPartial, report.failures.isEmpty {
            baseline = (.report(report), "the first soak")
        }
        guard let earlier else {
            var answer = try AskedQuestion(question: .leaks, now: .report(report)).answer()
            answer.direct(toTarget: AllowedTargets.soak)
            return answer
        }
        var answer = try AskedQuestion(question: .soak, now: .report(report), since: earlier.report, detail: cause)
            .answer()
        answer.add(conclusion: "compared with \(earlier.name)")
        return answer
    }

    /// Returns the report to compare a soak with, and its name; `nil` before there is one.
    private func earlierReport(_ name: String?) async throws -> (report: AnsweredSubject, name: String)? {
        guard let name else { return baseline }
        let target = try targets.target(name, hasSoak: lastSoak != nil)
        let earlier = try await subject(target, for: .soak)
        guard case .report = earlier else { throw AllowedTargets.Refusal(reason: "since is not a report of a soak") }
        return (earlier, target == .soak ? "the last soak" : name.onOneLine(upTo: 200))
    }

    /// Returns the report and its path if nothing else is allowed, or else `nil`.
    private func onlyReport() async -> (report: AnsweredSubject, name: String)? {
        guard case .file(let path)? = try? targets.target(nil),
            let only = try? await subject(.file(path), for: .soak), case .report = only
        else { return nil }
        return (only, path.onOneLine(upTo: 200))
    }
}
