internal import OutliveModel
internal import OutliveSupport

/// A rule, which results are instances of. Its identifiers are stable.
enum SARIFRule: Hashable {
    /// Objects that outlive their use and grow in number, with the pattern of the mistake if it is known.
    case leak(LeakPattern?)
    /// Possible leaks, with too few cycles or too little evidence of ownership to be sure.
    case suspect
    /// Growth of a store or pool that is probably not full yet.
    case filling
    /// Objects that are expected to stay.
    case expected
    /// An entry of the known leaks that needs attention.
    case entry(KnownLeakConcern.Kind)
    /// A state after resets that differs from that after a launch.
    case state(FidelityCheck)
    /// Growth over the soak of a metric that has to be flat.
    case growth(Metric)
    case gate
    /// Tasks that nothing can resume.
    case stuckTasks
    /// A test that leaves a variable of the program changed.
    case pollution
    /// A unit of work that costs more than its budget.
    case budget

    /// All rules. Within a version, new ones are added only at the end.
    static let all: [SARIFRule] = {
        var rules: [SARIFRule] = [.leak(nil)]
        rules += LeakPattern.allCases.map { .leak($0) }
        rules += [.suspect, .expected]
        rules += KnownLeakConcern.Kind.allCases.map { .entry($0) }
        rules += FidelityCheck.allCases.filter { $0 != .state }.map { .state($0) }
        rules += Metric.allCases.filter { !$0.isResource }.map { .growth($0) }
        let later: [Metric] = [.childDescriptors, .childThreads]
        rules += [.gate, .stuckTasks] + Metric.resources.filter { !later.contains($0) }.map { .growth($0) }
        return rules + [.filling, .state(.state), .pollution, .budget] + later.map { .growth($0) }
    }()

    private static let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    var index: Int { Self.indices[self] ?? -1 }

    var id: String {
        switch self {
        case .leak(nil): "leak"
        case .leak(let pattern?): "leak/\(pattern.rawValue)"
        case .suspect: "suspect"
        case .filling: "filling"
        case .expected: "expected"
        case .entry(let kind): "known-leak/\(kind.rawValue)"
        case .state(let check): "state/\(check.rawValue)"
        case .growth(let metric): "growth/\(metric.rawValue)"
        case .gate: "slower-than-gate"
        case .stuckTasks: "stuck-tasks"
        case .pollution: "pollution"
        case .budget: "over-budget"
        }
    }

    var level: SARIFLevel {
        switch self {
        case .leak, .entry(.expired), .state, .growth, .gate, .stuckTasks, .pollution, .budget: .error
        case .suspect, .entry: .warning
        case .filling: .note
        case .expected: .none
        }
    }

    private var tags: [String] {
        switch self {
        case .leak, .suspect, .filling, .expected, .entry: ["memory-leak", "swift"]
        case .state: ["state", "reset"]
        case .growth: ["growth", "reset"]
        case .gate: ["performance", "reset"]
        case .stuckTasks: ["concurrency", "swift"]
        case .pollution: ["state", "test"]
        case .budget: ["performance", "allocations"]
        }
    }

    private var summary: String {
        switch self {
        case .leak(nil): "Objects outlive their use, and every cycle leaves more."
        case .leak(let pattern?): pattern.words
        case .suspect: "Objects outlive their use, but it is not certain that they leak."
        case .filling: "Objects grow, probably in a store or pool that is not full yet."
        case .expected: "Objects stay, as expected."
        case .entry(.expired): "A known leak has expired."
        case .entry(.unused): "A known leak was not found."
        case .entry(.undecided): "A known leak was not applied."
        case .state(let check): "After resets, \(check.words) differ from those after a launch."
        case .growth(let metric): "Over many cycles, \(metric.words) grows."
        case .gate: "The speed-up of the reset over a relaunch is below the gate."
        case .stuckTasks: "Tasks wait for what can never happen."
        case .pollution: "A test leaves a global or static changed."
        case .budget: "A unit of work allocates more than its budget."
        }
    }

    private var explanation: String {
        switch self {
        case .budget: "The median of the counted units of work is above the number in the file of budgets."
        case .pollution: "The tests that follow start with another state, so their results may depend on the order."
        case .leak:
            "The number of objects of ended generations rose in at least three measured cycles and never came back."
        case .suspect:
            "Something survived, but fewer than three cycles were measured, or no stack shows which code made them."
        case .filling:
            "A store holds them, and its growth slows down; or they are a few objects of a library's pool."
        case .expected: "They are registered for the life of the process, or a library is known to keep them by design."
        case .entry(.expired): "Its last day in the list of known leaks is over, so the entry accepts nothing."
        case .entry(.unused): "An entry in the list of known leaks matches no finding of this run."
        case .entry(.undecided): "It applies to some versions of Swift, and that of the application is not known."
        case .state: "A reset should leave the same state as a launch; a difference may affect the next test."
        case .growth: "The whole confidence interval of the change per cycle is above zero, and the change matters."
        case .stuckTasks: "At the end of the run, no live object could resume them: they and all that they hold leak."
        case .gate: "The lower end of the confidence interval of the ratio is below the required one."
        }
    }

    private var advice: String {
        switch self {
        case .pollution:
            "Put the value back at the end of the test, or declare that it is expected: --expect state:VARIABLE=REASON."
        case .budget:
            "Remove the further allocations at the named sites, or accept them with outlive budget accept REPORT."
        case .leak(nil): "Find the references to them, and release them in teardown; --heap shows leak traces."
        case .leak(let pattern?): pattern.hint
        case .suspect: "Run more cycles, and capture stacks (--frames)."
        case .filling: Cause.wayToFill
        case .expected: "Nothing to do."
        case .entry(.expired): "Fix the leak, or extend the date of the entry."
        case .entry(.unused): "Remove the entry from the list if the leak is fixed."
        case .entry(.undecided):
            "Build the application so that its version of Swift is known, or remove the condition."
        case .state: "Undo the change in the reset, or declare that it is expected: --expect CHECK[:SUBJECT]=REASON."
        case .growth: "Check the soak and the leaks in the report."
        case .gate: "Make the reset faster, or lower --min-speedup."
        case .stuckTasks: "Resume the continuation, finish the stream or cancel the task on every path."
        }
    }

    var descriptor: SARIFDescriptor {
        SARIFDescriptor(
            id: id, name: SARIFDescriptor.name(of: id), shortDescription: SARIFMessage(text: summary),
            fullDescription: SARIFMessage(text: explanation),
            help: SARIFMessage(text: advice, markdown: markdownProse(advice)),
            defaultConfiguration: ["level": level], properties: ["tags": tags])
    }
}

extension SARIFDescriptor {
    /// Returns the name of a rule, such as `LeakClosureCapturesSelf` for `leak/closure-captures-self`.
    static func name(of id: String) -> String {
        id.split { "/-".contains($0) }.map { String($0).capitalizedFirst }.joined()
    }
}
