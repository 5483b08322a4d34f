internal import LeakCorpus
internal import OutliveModel

/// A case's stated truth beside what was found.
struct Judgement {
    /// What grew that the corpus did not declare: the runtime's and libraries' own.
    struct Residue: Encodable {
        var type: String
        var site: String
        /// How many are alive at the end, of those made after warm-up.
        var objects: Int
        /// Their bytes.
        var bytes: Int
        /// Why it is known to grow; nil where it is not.
        var reason: String?
    }

    let id: String
    /// The verdict that the stated truth calls for: `leak`, `retained` or `clean`.
    let expected: String
    /// The worst verdict found, `clean` when nothing was; `crash` or `hang` when the case did not get to its end.
    let reported: String
    /// What is alive at the end: the names that were tracked; in the heap tier the types that leak.
    let survivors: [String]
    /// Distinct live objects after each cycle.
    let live: [Int]
    /// Whether the registration or the allocation of every survivor names the case; nil without survivors.
    let namesCase: Bool?
    /// What grew besides; nil where nobody looked.
    var residue: [Residue]?
    /// Of a leaky case in the heap tier, what was named as the reference to cut.
    var culprit: CulpritCheck?
    /// Why it does not agree; empty when it does.
    var problems: [String]

    var agrees: Bool { problems.isEmpty }
    /// Whether the case did not get to its end, so that nothing can be said of its truth.
    var failed: Bool { reported == "crash" || reported == "hang" }
}

extension Judgement {
    /// The judgement of a case whose process did not get to its end.
    init(_ test: Case, failed reported: String, because reason: String) {
        self.init(
            id: test.id, expected: test.growth.verdict, reported: reported, survivors: [], live: [], namesCase: nil,
            problems: [reason])
    }
}

extension Case {
    /// The type that holds the case: `ClosureCapturesSelf` of `ClosureCapturesSelf.cycle`.
    var namespace: String { String(allocatedIn.prefix { $0 != "." }) }

    /// Where the stated truth contradicts itself.
    var contradictions: [String] {
        var found: [String] = []
        if leaky != (growth.verdict == "leak") {
            found.append("stated \(leaky ? "leaky" : "not leaky") with growth \(growth)")
        }
        if survivors.isEmpty != (growth == .none) {
            found.append("stated \(survivors.isEmpty ? "no survivors" : "survivors") with growth \(growth)")
        }
        return found
    }
}

extension Growth {
    /// The verdict that this growth calls for.
    var verdict: String {
        switch self {
        case .none: "clean"
        case .perCycle: "leak"
        case .constant: "retained"
        }
    }
}

extension Backtrace {
    /// Whether a function of the stack has these identifiers in its name, one after another: `List.append`.
    func names(_ function: String) -> Bool {
        let wanted = identifiers(in: function)
        return frames.contains { frame in
            frame.symbols.contains { identifiers(in: $0.function).contains(wanted) }
        }
    }
}

private func identifiers(in name: String) -> [Substring] {
    name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
}
