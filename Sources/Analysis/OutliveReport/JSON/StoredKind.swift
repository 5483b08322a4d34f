/// The other JSON documents of Outlive, recognised by keys that only they have.
enum StoredKind: CaseIterable {
    /// The output of `outlive run` and `outlive census`.
    case census
    /// The output of `outlive heap`.
    case snapshot
    /// The output of `outlive doctor`.
    case diagnosis
    /// The output of `outlive audit`.
    case audit

    /// Creates the kind with the given top-level keys, or returns `nil` for a report or an unknown document.
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

    /// The name of the kind with its article.
    var words: String {
        switch self {
        case .census: "a census"
        case .snapshot: "the report of a snapshot"
        case .diagnosis: "a diagnosis of outlive doctor"
        case .audit: "an audit"
        }
    }
}
