internal import ArgumentParser
internal import Foundation
internal import OutliveInspect
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Answers one question about a report, a snapshot or a process in at most 2 kB.",
        discussion: """
            Questions: \(BriefQuestion.ofShell.map(\.rawValue).joined(separator: ", ")). The answer begins with the \
            conclusion and ends with what to ask next. It contains names of types and functions, and no text that the \
            program made at run time. 'outlive mcp' gives the same answers to assistants. Exit codes: 0 answered, 3 \
            the target cannot be read or does not have what is asked about, 64 wrong usage.

            Examples:

              # What leaks, and the first fix
              outlive explain run.json
              # Why the second cause leaks
              outlive explain run.json cause 2
              # What keeps the sessions of a snapshot alive
              outlive explain now.olheap holders Session
              # What grew since an earlier snapshot of the process
              outlive explain now.olheap growth --since earlier.olheap
            """)

    @Option(
        help: .init("The earlier report or snapshot, for growth and compare.", valueName: "file"))
    var since: String?

    @Argument(
        help: .init(
            "A JSON report, a snapshot, a core file, or a process by its ID or name (with a slash if a file's name is a "
                + "number).",
            valueName: "file|pid"))
    var target: String

    @Argument(help: .init("The question. (default: leaks)", valueName: "question"))
    var question: String?

    @Argument(help: .init("The number, fingerprint or name of a cause, or a type with * for any text."))
    var detail: String?

    func validate() throws {
        let asked = try asked()
        let takesDetail = asked == .cause || asked == .holders
        if let detail, !takesDetail {
            throw ValidationError("'\(detail.onOneLine(upTo: 80))' has no meaning for \(asked.rawValue): leave it out")
        }
        if asked == .holders, detail == nil { throw ValidationError("holders needs a type: add its name") }
        if asked == .compare, since == nil { throw ValidationError("compare needs --since FILE: add it") }
        if asked == .soak { throw ValidationError("soak is for outlive mcp: use outlive soak, then compare") }
    }

    private func asked() throws -> BriefQuestion {
        guard let question else { return .leaks }
        guard let asked = BriefQuestion(rawValue: question) else {
            let known = BriefQuestion.ofShell.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no question '\(question.onOneLine(upTo: 80))': ask \(known)")
        }
        return asked
    }

    func run() async throws {
        let question = try asked()
        let now: AnsweredSubject
        let inspected = try InspectedTarget(option: target)
        if case .core(let path) = inspected, !HeapInput.isCore(path) {
            now = try AnsweredSubject(path: path)
        } else {
            now = try await AnsweredSubject(inspecting: inspected, withMemory: question == .memory)
        }
        let then = try since.map { try AnsweredSubject(path: $0) }
        let answer = try AskedQuestion(question: question, now: now, since: then, detail: detail).answer()
        do throws(SystemError) {
            try writeAll((printable(answer.text) + "\n").utf8, to: STDOUT_FILENO)
        } catch {
            throw Failure(.harness, "cannot write the answer: \(error)")
        }
        guard answer.isAnswered else { throw ExitCode.failed }
    }
}

extension BriefQuestion {
    /// The questions that a shell can ask.
    static let ofShell = allCases.filter { $0 != .soak }
}
