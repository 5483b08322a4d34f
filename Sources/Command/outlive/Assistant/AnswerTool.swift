internal import OutliveReport
internal import OutliveSupport
internal import OutliveWire

/// A tool as the Model Context Protocol describes it: a question with its arguments.
struct AnswerTool: Sendable {
    /// An argument of a tool; all are texts, of which numbers are accepted, too.
    enum Argument: String, CaseIterable {
        case target, since, cause, type

        fileprivate func purpose(for question: BriefQuestion) -> String {
            switch self {
            case .target:
                "A JSON report, a snapshot (.olheap) or a process ID that was allowed at the start, or 'soak' for the "
                    + "report of the last soak. A file can be named relative to an allowed folder. May be left out if "
                    + "only one is allowed."
            case .since where question == .soak:
                "An earlier report to compare with. Without it, all soaks of the session are compared with the only "
                    + "allowed report or, if there is none, with the first soak."
            case .since: "An earlier report or snapshot to compare with."
            case .cause: "The number, fingerprint or name of a cause, as in the answer of leaks."
            case .type: "A type name, or its end after a dot; * stands for any text."
            }
        }
    }

    let question: BriefQuestion

    /// The arguments, the required ones first.
    private var arguments: (required: [Argument], optional: [Argument]) {
        switch question {
        case .leaks, .growth: ([], [.target, .since])
        case .cause: ([], [.target, .cause, .since])
        case .types, .tasks, .memory: ([], [.target])
        case .holders: ([.type], [.target])
        case .compare: ([.since], [.target])
        case .soak: ([], [.since, .cause])
        }
    }

    /// The description for `tools/list`.
    var description: JSONValue {
        let all = arguments.required + arguments.optional
        let properties = all.map { argument -> (String, JSONValue) in
            (argument.rawValue, ["type": "string", "description": .text(argument.purpose(for: question))])
        }
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(Dictionary(properties) { first, _ in first }),
            "additionalProperties": false,
        ]
        if !arguments.required.isEmpty { schema["required"] = .list(arguments.required.map { .text($0.rawValue) }) }
        let runs = question == .soak
        return [
            "name": .text(question.rawValue), "description": .text(question.purpose), "inputSchema": .object(schema),
            "annotations": [
                "readOnlyHint": .flag(!runs), "destructiveHint": false, "idempotentHint": .flag(!runs),
                "openWorldHint": false,
            ],
        ]
    }

    /// Checks the arguments of a call.
    ///
    /// - Throws: `AllowedTargets.Refusal` with the first wrong argument, for the client to correct.
    func arguments(_ given: [String: JSONValue]) throws(AllowedTargets.Refusal) -> [Argument: String] {
        let all = arguments.required + arguments.optional
        var values: [Argument: String] = [:]
        for (name, value) in given.sorted(by: { $0.key < $1.key }) {
            guard let argument = Argument(rawValue: name), all.contains(argument) else {
                let known = all.map(\.rawValue).joined(separator: ", ")
                throw AllowedTargets.Refusal(
                    reason: "\(question.rawValue) has no argument '\(name.onOneLine(upTo: 60))': it takes \(known)")
            }
            switch value {
            case .text(let text) where text.utf8.count <= 4096: values[argument] = text
            case .number(let number): values[argument] = "\(number)"
            case .null: continue
            default: throw AllowedTargets.Refusal(reason: "\(name) is not a text of at most 4096 bytes")
            }
        }
        for argument in arguments.required where values[argument] == nil {
            throw AllowedTargets.Refusal(reason: "\(question.rawValue) needs the argument \(argument.rawValue)")
        }
        return values
    }
}
