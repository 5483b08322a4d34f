package import OutliveModel
internal import OutliveSupport

extension KnownLeaksFile {
    /// Returns the entries for people, with their places and states on a day.
    package func listing(on day: CalendarDay) -> String {
        let expired = entries.count { $0.hasExpired(on: day) }
        let head = "\(path.onOneLine()): \(counted(entries.count, "known leak"))"
        let all = [head + (expired > 0 ? ", of which \(expired) expired" : "")] + entries.flatMap { lines($0, day) }
        return all.map { $0 + "\n" }.joined()
    }

    private func lines(_ entry: KnownLeak, _ day: CalendarDay) -> [String] {
        let match = entry.match
        let matched = [
            ("fingerprint", match.fingerprint), ("type", match.type), ("site", match.site), ("culprit", match.culprit),
        ].compactMap { name, value in value.map { "\(name) \($0.onOneLine())" } }.joined(separator: ", ")
        let state =
            entry.expires.map { entry.hasExpired(on: day) ? "EXPIRED after \($0)" : "accepted until \($0)" }
            ?? "accepted for good"
        let facts = [
            ("reason", entry.reason), ("owner", entry.owner), ("toolchain", entry.toolchain.map { "Swift \($0)" }),
        ].compactMap { name, value in value.map { "    \(name): \($0.onOneLine())" } }
        return ["  \(path.onOneLine()):\(entry.line ?? 1): \(matched): \(state)"] + facts
    }
}
