internal import OutliveModel

/// The lines at the end of a run with leak checks.
struct RunSummary {
    /// The maximum number of tests, and of survivors, that are listed.
    private static let named = 10

    /// The number of checked tests.
    let tests: Int
    /// The number of components that they tracked.
    let watched: Int
    /// The tests that tracked none.
    let empty: [String]
    /// The live components that were registered outside of the tests' task trees.
    let unattributed: [AliveComponent]
    /// Further lines, such as the paths of artifacts.
    let notes: [String]

    /// A headline, then problems.
    var lines: [String] {
        var lines: [String] = []
        if tests > 0 {
            lines.append(
                "\(Self.counted(tests, "test")) with leak checks, \(Self.counted(watched, "component")) watched"
                    + (watched == 0 ? ": no test tracked anything, so nothing was checked" : ""))
        }
        if !empty.isEmpty, watched > 0 {
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
