internal import LeakCorpus
internal import OutliveModel

/// What a leaky case states of its culprits, beside what was named.
struct CulpritCheck {
    /// The least share of leaky cases whose first-named culprit has to be one of the stated ones.
    static let least = 0.95

    /// The references that the case states, each of which would free the survivors.
    let stated: [String]
    /// The one that the first finding's trace names; nil where none does.
    let named: String?
    /// The trace, in a line; nil without one.
    let trace: String?

    /// Whether what was named is stated.
    var isRight: Bool { named.map(stated.contains) ?? false }

    /// Compares with the first finding of a report that is not folded under another.
    init(_ test: Case, _ findings: [Finding]) {
        stated = test.culprits
        let first = findings.first { $0.verdict == .leak && $0.victimOf == nil }
        named = first?.trace?.culprit?.name
        trace = first?.trace.map { "\($0)" }
    }
}

/// How many of the leaky cases have their culprit named.
struct CulpritTotal {
    let right: Int
    let leaky: Int

    init(_ judgements: [Judgement]) {
        let checks = judgements.compactMap(\.culprit)
        right = checks.count(where: \.isRight)
        leaky = checks.count
    }

    /// The share of those named right; 1 where there are none.
    var share: Double { leaky == 0 ? 1 : Double(right) / Double(leaky) }
    var isEnough: Bool { share >= CulpritCheck.least }
}

extension CulpritTotal: CustomStringConvertible {
    /// `38 of 40 leaky cases named right (95.0 %)`.
    var description: String {
        let permille = Int((share * 1000).rounded(.down))
        return "\(right) of \(leaky) leaky cases named right (\(permille / 10).\(permille % 10) %)"
    }
}
