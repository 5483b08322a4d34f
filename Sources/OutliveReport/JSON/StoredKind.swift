/// What else Outlive writes as JSON, told by keys that nothing else has.
enum StoredKind: CaseIterable {
    /// `outlive run` and `outlive census` write it.
    case census
    /// `outlive heap` writes it.
    case snapshot
    /// `outlive doctor` writes it.
    case diagnosis
    /// `outlive audit` writes it.
    case audit

    /// The kind that has these keys at its top; nil of what is unknown, or the report of a run.
    init?(keys: Set<String>) {
        guard let kind = Self.allCases.first(where: { $0.ownKeys.isSubset(of: keys) }) else { return nil }
        self = kind
    }

    private var ownKeys: Set<String> {
        switch self {
        case .census: ["processes", "machine"]
        case .snapshot: ["snapshot", "types"]
        case .diagnosis: ["checks", "executable"]
        case .audit: ["audits"]
        }
    }

    /// What it is, with its article.
    var words: String {
        switch self {
        case .census: "a census"
        case .snapshot: "the report of a snapshot"
        case .diagnosis: "a diagnosis of outlive doctor"
        case .audit: "an audit"
        }
    }
}
