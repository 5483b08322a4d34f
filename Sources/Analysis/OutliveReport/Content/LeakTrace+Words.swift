internal import OutliveModel
internal import OutliveSupport

extension Suspect {
    /// `true` if the suspect is a retain without a release, and not a named reference.
    var isRetain: Bool { name == "over-retain" }
}

extension LeakTrace {
    /// The name of the suspect reference, or `nil` if there is none.
    private var holder: String? { culprit.flatMap { $0.isRetain ? nil : oneLine($0.name) } }

    /// The suspect: `held by Session.onEvent`, or `over-retained, or retained manually`. `nil` if nothing is known.
    var causeDescription: String? {
        if let holder { return "held by \(holder)" }
        guard shape == .unheld || culprit?.isRetain == true else { return nil }
        let retained = "over-retained, or retained manually"
        // The name of the holding memory shows where to search: `memory from makeHandle`.
        guard shape != .unheld, let culprit, steps.indices.contains(culprit.step),
            [.block, .memory].contains(steps[culprit.step].kind)
        else { return retained }
        return "\(retained) by \(oneLine(steps[culprit.step].name))"
    }

    var mark: String {
        if shape == .unheld, holder == nil { return "held by no known reference" }
        return culprit?.doubt == nil ? "cut here" : "probably cut here"
    }

    /// The name and place of the suspect reference that no step shows: `closure in Feed.start (Feed.swift:42)`.
    ///
    /// A step may stand for several references, and only one of them is the one to cut.
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

    var title: String {
        switch shape {
        case .path: "kept alive by"
        case .cycle: "kept alive by a cycle"
        case .unheld: "kept alive by no known reference"
        }
    }

    /// Returns `true` if a cycle returns to its first object at this step. Objects that the cycle leads to may follow.
    func leadsBack(at index: Int) -> Bool {
        shape == .cycle && index > 0 && index == steps.lastIndex { $0.name == steps[0].name }
    }

    /// Returns the steps shown: both ends and those around the suspect reference, with `nil` for omitted steps.
    func shownSteps(atMost count: Int) -> [Int?] {
        let all = steps.indices
        guard all.count > count else { return Array(all) }
        let culprit = culprit?.step ?? 0
        let ends = count / 3
        let shown = all.filter { $0 < ends || $0 >= all.count - ends || abs($0 - culprit) <= 1 }
        return shown.enumerated().flatMap { index, step -> [Int?] in
            index > 0 && step > shown[index - 1] + 1 ? [nil, step] : [step]
        }
    }
}

extension [LeakTrace] {
    /// The traces. Several of one suspect reference, or with the same text, are merged into the first.
    ///
    /// It counts the objects of all.
    ///
    /// One fix cuts all of them. The path that a snapshot finds is often a matter of chance.
    var withCommonSuspects: [LeakTrace] {
        combined(by: \.words) { $0.objects = boundedSum($0.objects, $1.objects) }
    }
}

extension LeakTrace {
    /// The words that distinguish the trace from others: the suspect, or the steps if there is none.
    fileprivate var words: [String] {
        if shape != .unheld, let name = culprit?.name { return [name] }
        // Objects without a known holder have no step to show.
        let shown = shape == .unheld && steps.count < 2 ? [] : steps.map(\.description)
        return [shape.rawValue, culprit?.name ?? ""] + shown
    }
}
