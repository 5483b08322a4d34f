internal import OutliveModel
internal import OutliveSupport

extension SourceQuotes {
    /// Returns the leak traces of a finding as trees with the source lines that are available, the first one open.
    func traces(of finding: Finding) -> HTMLNode {
        let traces = finding.traces.withCommonSuspects
        let nodes = traces.prefix(PageLimits.traces).enumerated().map { index, trace in
            tree(trace, of: finding, isPart: traces.count > 1, isOpen: index == 0)
        }
        return .group(nodes + [HTMLNode.more(traces.count - PageLimits.traces, "trace")].compactMap(\.self))
    }

    private func tree(_ trace: LeakTrace, of finding: Finding, isPart: Bool, isOpen: Bool) -> HTMLNode {
        // Leak traces come from one run, even if several runs have the finding.
        let objects = finding.countInRun
        let run = finding.occurrences.isEmpty ? "" : "in one run "
        let part = isPart || trace.objects < objects ? "\(trace.objects) of \(objects) \(run)" : ""
        let cause = isOpen ? "" : trace.causeDescription.map { ", \(elided($0, to: 100, .middle))" } ?? ""
        return .folded((part + trace.title).capitalizedFirst + cause, class: "trace", isOpen: isOpen) {
            // Objects without a known holder have no step to show.
            if trace.shape != .unheld || trace.steps.count > 1 {
                HTMLNode.tag("ul", ["class": "steps"]) {
                    steps(trace, trace.shownSteps(atMost: PageLimits.steps)[...])
                }
            }
        }
    }

    private func steps(_ trace: LeakTrace, _ shown: ArraySlice<Int?>) -> HTMLNode {
        guard let index = shown.first else { return .none }
        let rest = shown.dropFirst()
        guard let index else {
            return .tag("li", ["class": "more"]) {
                "… some steps are left out; the JSON report has them all"
                if !rest.isEmpty { HTMLNode.tag("ul") { steps(trace, rest) } }
            }
        }
        let step = trace.steps[index]
        let isSuspect = trace.culprit?.step == index
        let label = self.label(index, of: trace, isSuspect: isSuspect)
        let quote = node(at: step.location.flatMap(place))
        var below: [HTMLNode] = []
        if isSuspect { below.append(unnamedSuspect(of: trace)) }
        below.append(quote)
        if !rest.isEmpty { below.append(.tag("ul") { steps(trace, rest) }) }
        return .tag("li", ["class": isSuspect ? "culprit" : nil]) {
            if below.allSatisfy(\.isEmpty) {
                label
            } else {
                HTMLNode.tag("details", ["open": ""]) {
                    HTMLNode.tag("summary") { label }
                    below
                }
            }
        }
    }

    private func label(_ index: Int, of trace: LeakTrace, isSuspect: Bool) -> HTMLNode {
        let step = trace.steps[index]
        return .group(
            [
                .tag("span", ["class": "kind"]) { step.kind.words }, .text(" "),
                .code((trace.leadsBack(at: index) ? "back to " : "") + step.name + (step.edge ?? "")),
            ]
                + (step.location.map { [.text(" "), link(to: $0)] } ?? [])
                + (isSuspect ? [.text(" "), .tag("strong", ["class": "cut"]) { trace.mark }] : []))
    }

    private func link(to location: SourceLine) -> HTMLNode {
        linked(.code(location.description, class: "place"), to: place(location))
    }

    /// Returns the name, place and source of the suspect reference that no step shows.
    private func unnamedSuspect(of trace: LeakTrace) -> HTMLNode {
        guard let suspect = trace.unnamedSuspect else { return .none }
        let location = trace.culprit?.location.flatMap { location in
            trace.steps.contains { $0.location == location } ? nil : location
        }
        return .group([
            .tag("p", ["class": "advice"]) {
                linked(.code(suspect), to: location.flatMap(place))
            },
            node(at: location.flatMap(place)),
        ])
    }
}

extension TraceStep.Kind {
    var words: String {
        switch self {
        case .global: "global"
        case .stack: "stack"
        case .threadLocal: "thread-local"
        case .memory, .block: "memory"
        case .task: "task"
        case .object: "object"
        case .closure: "closure"
        case .box: "box"
        case .library: "library"
        }
    }
}
