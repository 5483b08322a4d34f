internal import OutliveModel

extension FidelityCheck {
    /// The name of the compared state in a report.
    var words: String {
        switch self {
        case .probe: "probe output"
        case .descriptors: "open descriptors"
        case .listeners: "listening sockets"
        case .threads: "threads"
        case .children: "child processes"
        case .directory: "working directory"
        case .environment: "environment variables"
        case .signals: "signal dispositions"
        case .masks: "blocked signals"
        case .maps: "mapped files"
        case .locale: "locale"
        case .umask: "file mode mask"
        case .limits: "resource limits"
        case .credentials: "user, groups and capabilities"
        case .types: "live Swift types"
        }
    }
}

extension FidelityDifference {
    /// The maximum length of a shown value, in characters. The JSON report has the whole value.
    private static let longest = 160

    /// Returns the value after a launch and after the resets, long ones from shortly before the first difference.
    func values(mark: String = "…") -> (launched: String, reset: String) {
        let isLong = max(launched?.utf8.count ?? 0, reset?.utf8.count ?? 0) > Self.longest
        let common = isLong ? zip(launched ?? "", reset ?? "").prefix { $0 == $1 }.count : 0
        let skipped = max(common - Self.longest / 4, 0)
        func shown(_ value: String?) -> String {
            guard let value else { return "absent" }
            let text = (skipped > 0 ? mark : "") + printable(value.dropFirst(skipped).prefix(Self.longest))
            let whole = elided(text, to: Self.longest, .tail, mark: mark)
            return whole.isEmpty || whole.contains(" ") ? "'\(whole)'" : whole
        }
        return (shown(launched), shown(reset))
    }

    /// Returns the difference in one line.
    ///
    /// `file /var/log/app.log: 1 at launch -> 73 after the resets, since reset 2`
    ///
    /// - Parameters:
    ///   - arrow: The sign between both values.
    ///   - mark: The sign for omitted text.
    func words(arrow: String = "→", mark: String = "…") -> String {
        let values = values(mark: mark)
        let name = subject.isEmpty ? "" : "\(elided(oneLine(subject), to: Self.longest, .middle, mark: mark)): "
        return "\(name)\(values.launched) at launch \(arrow) \(values.reset) after the resets,"
            + " since reset \(firstCycle)"
    }
}
