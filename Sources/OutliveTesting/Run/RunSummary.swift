internal import OutliveModel

/// The end of a run with leak checks, in lines.
struct RunSummary {
    /// How many tests, or rows of one, are named.
    private static let named = 10

    /// How many tests were checked.
    let tests: Int
    /// How many components they registered.
    let registered: Int
    /// The tests that registered none.
    let empty: [String]
    /// What is alive of what was registered outside of the tests' task trees.
    let unattributed: [AliveComponent]
    /// Lines of others: where artifacts were kept.
    let notes: [String]

    /// A headline, then what deserves a look.
    var lines: [String] {
        var lines: [String] = []
        if tests > 0 {
            lines.append(
                "\(Self.counted(tests, "test")) with leak checks, \(Self.counted(registered, "component")) watched"
                    + (registered == 0 ? ": no test tracked anything, so nothing was checked" : ""))
        }
        if !empty.isEmpty, registered > 0 {
            let names = empty.sorted().prefix(Self.named).joined(separator: ", ")
            let more = empty.count > Self.named ? " and \(empty.count - Self.named) more" : ""
            lines.append("\(Self.counted(empty.count, "test")) tracked nothing: \(names)\(more)")
        }
        if tests > 0 { lines += unattributedLines }
        return lines + notes
    }

    private var unattributedLines: [String] {
        let count = unattributed.reduce(0) { $0 + $1.count }
        guard count > 0 else { return ["0 unattributed survivors"] }
        let headline =
            "\(Self.counted(count, "unattributed survivor")), registered outside of the tests' tasks "
            + "(Dispatch, threads, detached tasks, work that outlived its test):"
        return [headline]
            + unattributed.prefix(Self.named).map { alive in
                "  \(alive.key.name): \(alive.count) alive, registered at \(alive.key.site)"
            }
            + (unattributed.count > Self.named ? ["  ... \(unattributed.count - Self.named) more"] : [])
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
