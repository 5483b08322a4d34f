internal import LeakCorpus
internal import OutliveModel

/// The stated culprits of a leaky case beside the suspect reference of its leak trace.
struct CulpritCheck {
    /// The references that the case states; cutting any of them would free the survivors.
    let stated: [String]
    /// The reference that the first finding's trace names, or `nil` without one.
    let named: String?
    /// The trace in one line, or `nil` without one.
    let trace: String?

    /// `true` if the named reference is one of the stated ones.
    var isRight: Bool { named.map(stated.contains) ?? false }

    /// Compares the stated culprits with the first leak that no other leak explains.
    init(_ test: Case, _ findings: [Finding]) {
        stated = test.culprits
        let first = findings.first { $0.verdict == .leak && $0.victimOf == nil }
        named = first?.trace?.culprit?.name
        trace = first?.trace.map { "\($0)" }
    }
}

/// The number of leaky cases whose culprit is named right.
struct CulpritTotal: Encodable {
    let right: Int
    let leaky: Int

    init(_ judgements: [Judgement]) {
        let checks = judgements.compactMap(\.culprit)
        right = checks.count(where: \.isRight)
        leaky = checks.count
    }

    /// The share of cases named right, or 1 without leaky cases.
    var share: Double { leaky == 0 ? 1 : Double(right) / Double(leaky) }
}

extension CulpritTotal: CustomStringConvertible {
    /// `38 of 40 leaky cases named right (95.0 %)`.
    var description: String {
        let permille = Int((share * 1000).rounded(.down))
        return "\(right) of \(leaky) leaky cases named right (\(permille / 10).\(permille % 10) %)"
    }
}
