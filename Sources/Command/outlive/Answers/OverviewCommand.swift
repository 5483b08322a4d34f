internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveHeap
internal import OutliveInspect
internal import OutliveReport
internal import OutliveSupport

struct OverviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview",
        abstract: "Answers what matters most about a process, a snapshot, a core file or a report.",
        usage: """
            outlive <target> [<later>]
            outlive overview [<options>] <target> [<later>]
            """,
        discussion: """
            What is alive, what nothing can reach any more, tasks that nothing can resume, the parts of memory, and the \
            commands that lead on. With two snapshots, or a snapshot and its process, what grew; with two reports, what \
            changed. A process is stopped for some milliseconds while its memory is copied. Exit codes: 0 answered, 3 a \
            target cannot be read, 64 wrong usage.

            Examples:

              # Look at a process, by its ID or its name
              outlive 4711
              # What grew since a snapshot
              outlive now.heap 4711
            """)

    @OptionGroup var reading: TargetOptions

    @Argument(
        help: .init("A later state of the same program, or a later report, to compare.", valueName: "later"),
        transform: InspectedTarget.init(option:))
    var later: InspectedTarget?

    func validate() throws { try reading.check(and: [later].compactMap(\.self)) }

    func run() async throws {
        let first = try await subject(of: reading.target)
        let second: AnsweredSubject? = if let later { try await subject(of: later) } else { nil }
        let (now, earlier) = (second ?? first, second == nil ? nil : first)
        let parts = try now.questions(isCompared: earlier != nil).map { question in
            let isCompared = question == .growth || question == .compare
            let asked = AskedQuestion(question: question, now: now, since: isCompared ? earlier : nil)
            return Overview.Part(question, try asked.answer())
        }
        let target = later ?? reading.target
        let since = later == nil ? "" : " --since \(reading.target.name.asShellWord)"
        let overview = Overview(
            of: now.title, asking: "outlive explain\(since) \(target.name.asShellWord)", parts,
            steps: now.steps(after: target))
        try print(overview.bytes(style: TextStyle(of: STDOUT_FILENO)), as: .result)
    }

    private func subject(of target: InspectedTarget) async throws -> AnsweredSubject {
        if case .core(let path) = target, !HeapInput.isCore(path) { return try AnsweredSubject(path: path) }
        return try await AnsweredSubject(
            inspecting: target, withMemory: true, root: reading.sysroot?.path, limits: reading.limits,
            names: reading.names)
    }
}

extension OverviewCommand {
    /// Returns `true` if a first word that is no command may be a target: a number, a path, or a file or process of
    /// that name.
    static func takes(_ word: String) -> Bool {
        guard case .core? = InspectedTarget(word) else { return InspectedTarget(word) != nil }
        if word.contains("/") || pathExists(word) { return true }
        // An ambiguous name is refused by the command, with the processes that have it.
        do { if case .process = try InspectedTarget(option: word) { return true } } catch { return true }
        return false
    }
}

extension AnsweredSubject {
    /// The questions of an overview, the most important first.
    fileprivate func questions(isCompared: Bool) -> [BriefQuestion] {
        switch self {
        case .report(let report): isCompared ? [.compare, .leaks] : ReportAnswers(report).answered
        case .snapshot: (isCompared ? [.growth] : [.leaks]) + [.types, .tasks, .memory]
        }
    }

    /// The subject in a line.
    fileprivate var title: String {
        switch self {
        case .report(let report): return ReportAnswers(report).subject
        case .snapshot(let input):
            let name = input.snapshot.modules.first?.path.split(separator: "/").last.map(String.init)
            return [name, "process \(input.snapshot.header.processID)"].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// Returns the commands that lead on from a target.
    fileprivate func steps(after target: InspectedTarget) -> [Overview.Step] {
        let name = target.name.asShellWord
        switch (self, target) {
        case (.report, _):
            return [
                Overview.Step("outlive explain \(name) cause 1", "why the first cause leaks, and the fix"),
                Overview.Step("outlive report \(name) --report html=report.html", "everything, as a page"),
                Overview.Step("outlive \(name) LATER.json", "what changed in a later run"),
            ]
        case (.snapshot, .process):
            return [
                Overview.Step("outlive watch \(name)", "whether it leaks, from several looks"),
                Overview.Step("outlive explain \(name) holders TYPE", "what keeps the objects of a type alive"),
                Overview.Step("outlive explore \(name)", "each object and reference, in a browser"),
                Overview.Step("outlive state \(name)", "the globals and statics with their values"),
                Overview.Step(
                    "outlive census --graph now.heap \(name)",
                    "a snapshot, to see later what grew: outlive now.heap \(name)"),
            ]
        case (.snapshot, .core):
            return [
                Overview.Step("outlive heap \(name)", "browse the types, with what keeps each alive"),
                Overview.Step("outlive heap \(name) --type TYPE --trace", "what keeps the objects of a type alive"),
                Overview.Step("outlive explore \(name)", "each object and reference, in a browser"),
                Overview.Step("outlive \(name) LATER.heap", "what grew until a later snapshot"),
            ]
        }
    }
}

extension String {
    /// The text as a word of a shell, quoted if it needs to be.
    fileprivate var asShellWord: String {
        let text = onOneLine()
        return text.wholeMatch(of: /[A-Za-z0-9._\/+:@%=-]+/) == nil ? "'\(text.replacing("'", with: #"'\''"#))'" : text
    }
}
