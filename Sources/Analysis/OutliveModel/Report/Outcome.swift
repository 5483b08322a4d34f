/// The outcome of a run; the raw value is the exit code.
package enum Outcome: Int32, Codable, Hashable, Sendable {
    /// No problem was found.
    case clean = 0
    /// A component leaked, a known leak expired, state survived a reset, a metric grew over the soak against the
    /// policy, or a budget was exceeded.
    case notClean = 1
    /// The lower bound of the speed-up is below the gate.
    case tooSlow = 2
    /// The application or the harness failed.
    case failed = 3
    /// The command line or the configuration is invalid.
    case usage = 64
    case interrupted = 130
}

extension Outcome {
    /// The outcomes in order, worst first; a failure comes early because nothing else may be known.
    private static let ranking: [Outcome] = [.usage, .failed, .notClean, .interrupted, .tooSlow, .clean]

    /// Returns `true` if it takes precedence over another outcome.
    package func isWorse(than other: Outcome) -> Bool {
        self != other && Self.ranking.first { $0 == self || $0 == other } == self
    }

    /// Returns the worst of several outcomes; `clean` if there are none.
    package static func worst(of outcomes: some Sequence<Outcome>) -> Outcome {
        outcomes.reduce(.clean) { $1.isWorse(than: $0) ? $1 : $0 }
    }
}
