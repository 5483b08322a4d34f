internal import OutliveModel

/// The identity of a suspect reference.
struct SuspectIdentity: Hashable {
    /// `Suspect.name`, without the kind of a task or closure whose location is known; with what tasks wait for if they
    /// accumulate, because a function can create several.
    var name: String
    /// The holder of an unnamed reference, because many share the name `over-retain`; `memory` for memory that a function
    /// does not free, which is not a closure in that function; otherwise empty.
    var holder: String

    /// Creates the identity of a trace's suspect reference, or returns `nil` if it has none.
    init?(_ trace: LeakTrace) {
        guard let culprit = trace.culprit, trace.steps.indices.contains(culprit.step) else { return nil }
        // Stray words in a task can lead to a closure that it does not run, so one closure can have either prefix.
        let prefix = ["Task in ", "closure in "].first { culprit.location != nil && culprit.name.hasPrefix($0) }
        name = String(culprit.name.dropFirst(prefix?.count ?? 0))
        if let tasks = culprit.tasks { name += " \(tasks.identity)" }
        let isUnnamed = culprit.name == "over-retain" || culprit.pattern == .heldByHand
        holder =
            culprit.pattern == .memoryNotFreed ? "memory" : isUnnamed ? trace.steps[culprit.step].name : ""
    }
}

extension Finding {
    /// The suspect reference of at least four fifths of the objects, or `nil` if there is none.
    ///
    /// Other references to the rest may be stale words.
    var suspect: SuspectIdentity? {
        var counts: [SuspectIdentity: Int] = [:]
        let named = namedTraces
        for trace in named {
            if let suspect = SuspectIdentity(trace) { counts[suspect, default: 0] += trace.objects }
        }
        return counts.first { $0.value * 5 >= named.objects * 4 }?.key
    }

    /// The traces that name a reference of the program if they cover at least a quarter of the objects; otherwise all.
    ///
    /// The others begin at words of libraries and stacks, which earlier calls may have left.
    private var namedTraces: [LeakTrace] {
        let named = traces.filter(\.namesProgram)
        return named.objects * 4 >= traces.objects && !named.isEmpty ? named : traces
    }

    /// Moves the traces that name a reference of the program to the front.
    mutating func putNamedTracesFirst() {
        let named = namedTraces
        if named.count < traces.count { traces = named + traces.filter { !$0.namesProgram } }
    }

    /// `true` if the suspect is an object of a library or a word of a thread, and not a property or code.
    var isHeldByLibrary: Bool {
        guard let trace, let step = trace.suspectStep else { return false }
        return [.library, .stack, .threadLocal].contains(step.kind) && trace.culprit?.name == step.name
    }

    /// `true` for a growing collection within an object of a library to which the suspect leads, such as the list of
    /// subscriptions of a publisher.
    var isListOfLibrary: Bool {
        guard unit == .bytes, let trace, let culprit = trace.culprit else { return false }
        return trace.steps.dropFirst(culprit.step + 1).dropLast().contains { $0.kind == .library }
    }

    /// `true` for a growing collection of spans, which end when the program says so.
    var isStoreOfSpans: Bool {
        guard unit == .bytes, let element = TypeNames.element(ofStorage: type.name) else { return false }
        return TypeNames.isSpan(TypeNames.base(element))
    }

    /// `true` if the suspect is a closure.
    var isHeldByClosure: Bool { trace?.suspectStep?.kind == .closure }

    /// `true` if the line of the suspect allocates the objects.
    var isAllocatedAtSuspect: Bool {
        let site = SourceLine(file: key.site.fileID, line: key.site.line)
        return trace?.culprit?.location.map { $0.description == site.description } ?? false
    }

    /// The retained size of the objects in bytes, or their own size if that is larger.
    var retained: Int { max(retainedBytes ?? 0, bytes ?? 0) }

    /// The number of references from the target of the suspect reference to the objects.
    ///
    /// Holders of that target, such as the context of a closure, rank after the objects it leads to. If nothing holds
    /// the objects, the first holder itself is over-retained.
    var distance: Int {
        guard let trace, let culprit = trace.culprit else { return .max }
        let steps = trace.steps.count - 1 - culprit.step - (trace.shape == .unheld ? 0 : 1)
        return steps < 0 ? .max - 1 : steps
    }

    /// `true` if the suspect reference leads to the objects through an `AsyncStream`.
    var isBehindStream: Bool {
        guard let trace, let culprit = trace.culprit else { return false }
        return trace.steps.dropFirst(culprit.step + 1).contains { step in
            step.kind == .library && ObjectInspector.all.contains { $0.name == step.name && $0.isOfStreams }
        }
    }

    /// Returns `true` if the path to the objects leads through the suspect of another finding before it reaches its own.
    func isBehind(_ other: Finding) -> Bool {
        guard let trace, let culprit = trace.culprit, let outer = other.trace, let its = outer.suspectStep,
            trace.shape == .path, outer.shape == .path
        else { return false }
        func reference(_ step: TraceStep) -> Substring { "\(step.name)\(step.edge ?? "")".prefix { $0 != "[" } }
        return trace.steps.prefix(culprit.step).contains { $0.kind == its.kind && reference($0) == reference(its) }
    }

    /// Replaces the suspect reference of the first trace, after adding a trace if there is none.
    mutating func setSuspect(_ suspect: Suspect) {
        if traces.isEmpty {
            let step = TraceStep(kind: .object, name: key.name)
            traces = [LeakTrace(shape: .unheld, steps: [step], objects: max(countInRun, 1))]
        }
        traces[0].culprit = suspect
    }

    /// Replaces all traces by one without a holder, with this suspect.
    mutating func setOnlySuspect(_ suspect: Suspect) {
        traces = []
        setSuspect(suspect)
    }
}

extension LeakTrace {
    /// The step whose reference is the suspect, or which itself is.
    var suspectStep: TraceStep? {
        culprit.flatMap { steps.indices.contains($0.step) ? steps[$0.step] : nil }
    }

    /// `true` if the suspect is a reference of the program, not of a library or a word on a stack.
    var namesProgram: Bool {
        switch suspectStep?.kind {
        case .closure, .global, .object, .task: true
        case nil, .block, .box, .library, .memory, .stack, .threadLocal: false
        }
    }
}

extension LeakPattern {
    /// The rank of the mistake by likelihood, from 0 to 3, for a choice among several suspects.
    var likelihood: Int {
        switch self {
        case .closureCapturesSelf, .strongBackReference, .subscriptionNotCancelled: 3
        case .timerNotInvalidated, .observerNotRemoved, .dispatchNotCancelled, .taskNotCancelled, .streamNotFinished: 2
        case .overRetain, .heldByHand: 0
        default: 1
        }
    }
}
