internal import LeakCorpus
internal import OutliveModel

/// The stated truth of a case beside the findings.
struct Judgement {
    /// Growth that the corpus does not declare, of the runtime and libraries.
    struct Residue: Encodable {
        var type: String
        var site: String
        /// The number of objects made after warm-up that are alive at the end.
        var objects: Int
        /// The bytes of these objects.
        var bytes: Int
        /// The reason of known growth, or `nil`.
        var reason: String?
    }

    let id: String
    /// The verdict of the stated truth: `leak`, `retained` or `clean`.
    let expected: String
    /// The worst verdict found, or `clean`; `crash` or `hang` if the case did not run to its end.
    let reported: String
    /// The objects alive at the end: tracked names, or in the heap tier the types that leak.
    let survivors: [String]
    /// The number of distinct live objects after each cycle.
    let live: [Int]
    /// `true` if the case is named: in the registry tier by the registration of every survivor, in the heap tier by an
    /// allocation of the first stated survivor. `nil` without survivors.
    let namesCase: Bool?
    /// The other growth, or `nil` in the registry tier, which does not measure it.
    var residue: [Residue]?
    /// Heap tier: the check of the culprit of a leaky case.
    var culprit: CulpritCheck?
    /// The problems found; empty if the case agrees.
    var problems: [String]

    var agrees: Bool { problems.isEmpty }
    /// `true` if the case did not run to its end, which leaves its truth unknown.
    var failed: Bool { reported == "crash" || reported == "hang" }
}

extension Judgement {
    /// Creates the judgement of a case whose process did not run to its end.
    init(_ test: Case, failed reported: String, because reason: String) {
        self.init(
            id: test.id, expected: test.growth.verdict, reported: reported, survivors: [], live: [], namesCase: nil,
            problems: [reason])
    }
}

extension Case {
    /// The type that holds the case: `ClosureCapturesSelf` of `ClosureCapturesSelf.cycle`.
    var namespace: String { String(allocatedIn.prefix { $0 != "." }) }

    /// The contradictions within the stated truth.
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
    /// The verdict for this growth.
    var verdict: String {
        switch self {
        case .none: "clean"
        case .perCycle: "leak"
        case .constant: "retained"
        }
    }
}

extension Backtrace {
    /// Returns `true` if a function of the stack has these identifiers in its name, in sequence: `List.append`.
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
