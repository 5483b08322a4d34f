internal import OutliveModel

extension Report {
    /// What the run says of leaks as a whole, without counts: `none; nothing outlived a reset`; or the counts.
    var leaksHeadline: String {
        switch watch {
        case .off: return plan.leaks == .off ? "not watched, as asked" : "not watched"
        case .notWatched: return "not watched: the application does not use Outlive's registry"
        case .watched where findings.isEmpty && !failures.isEmpty: return "none found, but the run failed"
        case .watched where findings.isEmpty && !measuredResets:
            return "unknown, as no reset was measured"
        case .watched where findings.isEmpty: return "none; nothing outlived a reset"
        case .watched:
            let counts = Verdict.allCases.compactMap { verdict -> String? in
                let count = findings.count { $0.verdict == verdict }
                return count > 0 ? verdict.counted(count) : nil
            }
            return counts.joined(separator: ", ")
        }
    }

    /// Whether resets were watched, and nothing outlived one.
    var isKnownToLeaveNothing: Bool {
        watch == .watched && findings.isEmpty && failures.isEmpty && measuredResets
    }
}

extension Verdict {
    fileprivate func counted(_ count: Int) -> String {
        switch self {
        case .leak: OutliveReport.counted(count, "leak")
        case .suspect: OutliveReport.counted(count, "suspect")
        case .retained, .late, .expected: "\(count) \(rawValue)"
        }
    }
}
