internal import OutliveModel

extension LeakTrace {
    /// What is written beside the culprit.
    var mark: String {
        if shape == .unheld, holder == nil { return "held by nothing that was found" }
        return culprit?.doubt == nil ? "cut here" : "probably cut here"
    }

    /// Name and place of the suspect reference, as far as no step shows them: `closure in Feed.start (Feed.swift:42)`.
    ///
    /// A step may stand for more than the one reference in it that is to be cut.
    var unnamedSuspect: String? {
        guard let culprit else { return nil }
        let step = steps.indices.contains(culprit.step) ? steps[culprit.step].description : ""
        let name = culprit.isRetain || step.contains(culprit.name) ? nil : culprit.name
        let place = culprit.location.flatMap { location in
            steps.contains { $0.location == location } ? nil : "(\(location))"
        }
        let words = [name, place].compactMap(\.self).joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    /// What heads the steps.
    var title: String {
        switch shape {
        case .path: "kept alive by"
        case .cycle: "kept alive by a cycle"
        case .unheld: "kept alive by nothing that was found"
        }
    }

    /// Whether a step is where a cycle comes back to its beginning; behind it may come what the cycle leads to.
    func leadsBack(at place: Int) -> Bool {
        shape == .cycle && place > 0 && place == steps.lastIndex { $0.name == steps[0].name }
    }

    /// The steps that are shown, with nil for what is left out between them: both ends, and what is around the culprit.
    func shownSteps(atMost count: Int) -> [Int?] {
        let all = steps.indices
        guard all.count > count else { return Array(all) }
        let culprit = culprit?.step ?? 0
        let ends = count / 3
        let shown = all.filter { $0 < ends || $0 >= all.count - ends || abs($0 - culprit) <= 1 }
        return shown.enumerated().flatMap { index, place -> [Int?] in
            index > 0 && place > shown[index - 1] + 1 ? [nil, place] : [place]
        }
    }
}

extension [LeakTrace] {
    /// Those that have a culprit in common as one: the most frequent, which counts the objects of all.
    ///
    /// Ways that are cut by one change are told as one: where a reference comes from is often left to chance.
    var withCommonCulprits: [LeakTrace] {
        var places: [String: Int] = [:]
        return reduce(into: []) { told, trace in
            guard trace.shape != .unheld, let name = trace.culprit?.name else { return told.append(trace) }
            if let place = places[name] {
                told[place].objects = boundedSum(told[place].objects, trace.objects)
            } else {
                places[name] = told.count
                told.append(trace)
            }
        }
    }
}
