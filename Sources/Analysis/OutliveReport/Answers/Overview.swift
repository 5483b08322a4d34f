internal import OutliveSupport

/// The short answers about one subject that matter most, and the commands that lead on.
package struct Overview: Sendable {
    /// A question with its answer.
    package struct Part: Sendable {
        let question: BriefQuestion
        let answer: BriefAnswer

        package init(_ question: BriefQuestion, _ answer: BriefAnswer) {
            (self.question, self.answer) = (question, answer)
        }
    }

    /// A command that a user may type next.
    package struct Step: Sendable {
        let command: String
        let purpose: String

        package init(_ command: String, _ purpose: String) { (self.command, self.purpose) = (command, purpose) }
    }

    /// The number of data below the conclusions of a part.
    private static let data = 5

    private let subject: String
    /// The command that asks one question more, without the question.
    private let asking: String
    private let parts: [Part]
    private let steps: [Step]

    /// - Parameters:
    ///   - subject: What the answers are about: `note-service, process 4711`.
    ///   - asking: The command for one question, without it: `outlive explain 4711`.
    package init(of subject: String, asking: String, _ parts: [Part], steps: [Step]) {
        (self.subject, self.asking, self.parts, self.steps) = (subject, asking, parts, steps)
    }

    /// Returns the text, the answers first.
    package func bytes(style: TextStyle = TextStyle()) -> [UInt8] {
        TextPage.bytes(style) { page in
            page.paragraph(subject, indent: 0, ink: .strong)
            for part in parts { page.write(part, limit: Self.data, asking) }
            page.title("Next")
            for step in steps {
                page.paragraph("# \(step.purpose)", indent: 2, ink: .faint)
                // A command is pasted whole.
                page.unlimited("  \(step.command)", .plain)
            }
        }
    }
}

extension TextPage {
    fileprivate mutating func write(_ part: Overview.Part, limit: Int, _ asking: String) {
        title(part.question.title)
        for (index, conclusion) in part.answer.conclusions.enumerated() {
            paragraph(conclusion, indent: 2, hanging: 2, ink: index == 0 ? .strong : .plain)
        }
        for row in part.answer.data.prefix(limit) { paragraph(row, indent: 4, hanging: 2) }
        let left = part.answer.data.dropFirst(limit).count + part.answer.omitted
        if left > 0 { unlimited("    \(ellipsis) \(left) more: \(asking) \(part.question.rawValue)", .faint) }
    }
}

extension BriefQuestion {
    /// The heading of the answer.
    fileprivate var title: String {
        switch self {
        case .leaks: "What leaks"
        case .cause: "Why it leaks"
        case .growth: "What grew"
        case .types: "What is alive"
        case .holders: "What keeps it alive"
        case .tasks: "Tasks"
        case .memory: "Memory"
        case .compare, .soak: "What changed"
        }
    }
}
