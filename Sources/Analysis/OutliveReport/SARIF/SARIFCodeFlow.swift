internal import OutliveModel

/// A path through the source, which hosts show step by step: "Show paths" of GitHub.
struct SARIFCodeFlow: Encodable, Hashable {
    enum Importance: String, Encodable, Hashable {
        case essential, important
    }

    struct Step: Encodable, Hashable {
        var location: SARIFLocation
        var importance: Importance
    }

    struct Thread: Encodable, Hashable {
        var locations: [Step]
    }

    var message: SARIFMessage
    var threadFlows: [Thread]

    /// Creates a path, or returns `nil` for less than two steps, which lead nowhere.
    fileprivate init?(_ words: String, _ steps: [Step]) {
        guard steps.count > 1 else { return nil }
        message = SARIFMessage(text: words)
        threadFlows = [Thread(locations: steps)]
    }
}

extension SARIFCodeFlow.Step {
    fileprivate init(_ place: CheckoutPlace, _ words: String, _ importance: SARIFCodeFlow.Importance = .important) {
        self.importance = importance
        location = SARIFLocation(
            physicalLocation: SARIFPhysicalLocation(place), message: SARIFMessage(text: sarifText(oneLine(words))))
    }
}

extension Cause {
    /// The leak traces from their roots to the place of the allocation, and the calls that led to the allocation.
    ///
    /// Hosts refuse a step without a file, so a step of a trace without one is part of the words of the next.
    func sarifCodeFlows(root: String) -> [SARIFCodeFlow] {
        let traces = leader.traces.compactMap { leader.sarifCodeFlow(of: $0, root: root) }
        return traces + [leader.sarifCallFlow(root: root)].compactMap(\.self)
    }
}

extension Finding {
    fileprivate func sarifCodeFlow(of trace: LeakTrace, root: String) -> SARIFCodeFlow? {
        var steps: [SARIFCodeFlow.Step] = []
        var words: [String] = []
        var isCut = false
        for (index, step) in trace.steps.enumerated() {
            let isSuspect = index == trace.culprit?.step
            words.append(step.name + (step.edge ?? "") + (isSuspect ? " (the reference to cut)" : ""))
            isCut = isCut || isSuspect
            let line = step.location ?? (isSuspect ? trace.culprit?.location : nil)
            guard let place = CheckoutPlace(line, in: root) else { continue }
            steps.append(.init(place, words.joined(separator: " -> "), isCut ? .essential : .important))
            (words, isCut) = ([], false)
        }
        if let place = place(in: root) {
            let rest = words.isEmpty ? key.name : words.joined(separator: " -> ")
            steps.append(.init(place, "\(rest), \(made) here", isCut ? .essential : .important))
        }
        return SARIFCodeFlow("What keeps \(counted(trace.objects, "object")) alive.", steps)
    }

    /// The functions of the program on the stack, outermost first.
    fileprivate func sarifCallFlow(root: String) -> SARIFCodeFlow? {
        let steps = backtrace.userSymbols.reversed().compactMap { symbol -> SARIFCodeFlow.Step? in
            guard let path = symbol.file.flatMap({ relative($0, to: root) }), let line = symbol.line else { return nil }
            return .init(CheckoutPlace(path: path, line: line), FunctionName(symbol.function).brief)
        }
        return SARIFCodeFlow("The calls in which one of them was \(made).", steps)
    }
}
