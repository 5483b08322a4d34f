package import OutliveModel

/// The report of a process on itself at its end: what nothing can reach any more, in at most ten lines.
///
/// It is plain, because it stands in the output of a program.
package struct LeaksAtEnd: Sendable {
    private static let shownCauses = 4
    private static let columns = 200

    /// The lines, each with its end; empty if nothing leaked.
    package let text: String

    /// Creates the report.
    ///
    /// - Parameters:
    ///   - causes: The causes of the leaks, most important first.
    ///   - folder: The absolute path of the folder that the places are relative to, if they lie in it.
    ///   - executable: The program, as it was started.
    package init(_ causes: [Cause], in folder: String, executable: String) {
        guard !causes.isEmpty else {
            text = ""
            return
        }
        let hidden = causes.count - Self.shownCauses
        let more = hidden > 0 ? "and \(hidden) more; " : ""
        let lines =
            ["outlive: \(counted(causes.count, "leak")): \(Self.extent(of: causes)) that nothing can reach any more"]
            + causes.prefix(Self.shownCauses).flatMap { Self.lines(about: $0, in: folder) }
            + ["  \(more)with all references: outlive run \(oneLine(executable)); off: OUTLIVE_HEAP_EXIT=0"]
        text = lines.map { elided($0, to: Self.columns, .middle) + "\n" }.joined()
    }

    private static func lines(about cause: Cause, in folder: String) -> [String] {
        let leader = cause.leader
        let place = leader.place(in: folder).map { "\($0.path):\($0.line)" } ?? leader.knownOrigin
        let function = leader.backtrace.userSymbols.isEmpty ? nil : leader.backtrace.calls.first?.name
        let site = place.map { "\(leader.made) at \($0)" + (function.map { " in \(oneLine($0))" } ?? "") }
        return [
            "  " + [cause.title, site].compactMap(\.self).joined(separator: ", "),
            "    fix: " + cause.advice.joined(separator: " "),
        ]
    }

    /// Returns the number and size of everything that leaks: `3 objects (1.2 kB)`.
    private static func extent(of causes: [Cause]) -> String {
        let rows = causes.flatMap(\.leaked)
        let parts = [(LiveUnit.objects, "object"), (.blocks, "block")].compactMap { unit, noun in
            let count = rows.reduce(0) { $1.unit == unit ? $0 + $1.objects : $0 }
            return count > 0 ? counted(count, noun) : nil
        }
        let bytes = rows.reduce(0) { $0 + $1.bytes }
        return parts.joined(separator: " and ") + (bytes > 0 ? " (\(bytesText(bytes)))" : "")
    }
}
