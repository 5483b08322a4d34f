extension [LineDiff.Line] {
    /// Returns the lines with wide ones cut at the front, so that their first difference is visible.
    ///
    /// - Parameters:
    ///   - width: The number of columns.
    ///   - mark: The sign for omitted text.
    func focused(width: Int, mark: String) -> [LineDiff.Line] {
        var lines = self
        var index = 0
        while index < lines.count {
            let removed = lines[index...].prefix { if case .removed = $0 { true } else { false } }
            let added = lines[removed.endIndex...].prefix { if case .added = $0 { true } else { false } }
            for (old, new) in zip(removed.indices, added.indices) {
                guard case .removed(let before) = lines[old], case .added(let after) = lines[new] else { continue }
                guard Swift.max(before.utf8.count, after.utf8.count) > width else { continue }
                let common = zip(before, after).prefix { $0 == $1 }.count
                let skipped = common - width / 4
                guard skipped > 0 else { continue }
                lines[old] = .removed(mark + before.dropFirst(skipped))
                lines[new] = .added(mark + after.dropFirst(skipped))
            }
            index = Swift.max(added.endIndex, index + 1)
        }
        return lines
    }
}
