internal import OutliveModel

extension Presentation {
    /// A result for each cause and each store that fills, accepted ones suppressed, and on request for each expected
    /// finding.
    var sarifFindings: [SARIFResult] {
        let expected =
            options.showsKnown ? report.findings.filter { $0.verdict == .expected && $0.known == nil } : []
        return (growing + accepted + expected.map { Cause(leader: $0) }).map { cause in
            cause.sarifResult(fails: fails(cause), root: options.root)
        }
    }
}

extension Cause {
    fileprivate func sarifResult(fails: Bool, root: String) -> SARIFResult {
        let suppression = leader.sarifSuppression
        let related = sarifRelatedLocations(root: root)
        let level: SARIFLevel = fails ? .error : verdict == .filling ? .note : .warning
        var result = SARIFResult(
            sarifRule, level: suppression == nil ? level : verdict == .expected ? .none : .note,
            message: sarifMessage(related: related), location: sarifLocation(root: root), fingerprint: fingerprint)
        if verdict == .expected { result.kind = .informational }
        if !related.isEmpty { result.relatedLocations = related }
        if let stack = leader.backtrace.sarifStack(root: root, leader.tier) { result.stacks = [stack] }
        let flows = sarifCodeFlows(root: root)
        if !flows.isEmpty { result.codeFlows = flows }
        result.suppressions = suppression.map { [$0] }
        result.properties = SARIFFindingProperties(
            tier: leader.tier, verdict: verdict, type: leader.key.type, objects: objects, live: leader.live,
            warmup: leader.warmup, bytes: bytes,
            bytesPerCycle: bytesPerCycle > 0 ? bytesPerCycle : nil,
            traces: leader.traces.isEmpty ? nil : leader.traces.map { oneLine($0.description) },
            leaksWithIt: leakedBesides.isEmpty ? nil : leakedBesides.map(\.brief),
            occurrences: leader.occurrences.isEmpty ? nil : leader.occurrences,
            tests: tests.isEmpty ? nil : tests.map(\.fullName))
        return result
    }

    private var sarifRule: SARIFRule {
        switch verdict {
        case .leak: .leak(culprit?.pattern)
        case .expected: .expected
        case .filling: .filling
        case .suspect, .retained, .late: .suspect
        }
    }

    private func sarifMessage(related: [SARIFLocation]) -> SARIFMessage {
        let path = leader.trace.map { ": \(oneLine($0.description))" } ?? ""
        let besides = leakedBesides
        let goes =
            besides.isEmpty
            ? ""
            : " \(counted(besides.count, "more type")) \(besides.count == 1 ? "leaks" : "leak") with it."
        let links = related.compactMap { location in
            location.id.flatMap { id in location.message.map { "[\(sarifLinkText($0.text))](\(id))" } }
        }
        let source = links.isEmpty ? "" : " In the source: \(links.joined(separator: ", "))."
        let place = testsClause.map { ", \($0)" } ?? ""
        var markdown =
            "**\(markdownProse(title))**"
            + (leader.knownOrigin.map { ", \(leader.made) at \(markdownCode($0))" } ?? "") + markdownProse(place)
            + ".\n\n"
            + markdownProse(advice.joined(separator: " "))
        if !leader.traces.isEmpty {
            markdown += "\n\n" + markdownFence(leader.traces.map { oneLine($0.description) })
        }
        if !besides.isEmpty { markdown += "\n\nLeaks with it:\n\n" + markdownFence(besides.map(\.brief)) }
        let text = "\(brief)\(place)\(path). \(advice.joined(separator: " "))\(goes)"
        return SARIFMessage(text: sarifText(text) + source, markdown: markdown)
    }

    private func sarifLocation(root: String) -> SARIFLocation {
        let site = leader.key.site
        let named = site.line > 0 && site.fileID.contains("/") ? relative(site.fileID, to: "") : nil
        // Without debug information, the name of the module stands for its folder.
        let place = self.place(in: root) ?? named.map { CheckoutPlace(path: $0, line: site.line) }
        var location = SARIFLocation.at(place)
        location.logicalLocations = [
            ["name": oneLine(leader.key.name), "fullyQualifiedName": oneLine(leader.key.type), "kind": "type"]
        ]
        return location
    }

    private func sarifRelatedLocations(root: String) -> [SARIFLocation] {
        var seen: Set<SARIFPhysicalLocation> = []
        var found: [SARIFLocation] = []
        func add(_ words: String, at place: CheckoutPlace) {
            let place = SARIFPhysicalLocation(place)
            guard seen.insert(place).inserted else { return }
            found.append(
                SARIFLocation(
                    id: found.count + 1, physicalLocation: place, message: SARIFMessage(text: oneLine(words))))
        }
        func add(_ name: String, _ line: SourceLine?) {
            guard let line, let place = CheckoutPlace(line, in: root) else { return }
            add("\(name) (\(line))", at: place)
        }
        for trace in leader.traces {
            if let culprit = trace.culprit { add(culprit.name, culprit.location) }
            for step in trace.steps { add(step.name + (step.edge ?? ""), step.location) }
        }
        for test in tests {
            if let place = place(of: test, in: root) { add(test.words, at: place) }
        }
        for finding in findings {
            guard let place = finding.place(in: root) else { continue }
            let file = place.path.split(separator: "/").last ?? ""
            add("\(finding.key.name), \(finding.made) (\(file):\(place.line))", at: place)
        }
        return found
    }
}

extension Finding {
    /// The acceptance by a list of known leaks or by the source at the registration, or `nil` if there is none.
    fileprivate var sarifSuppression: [String: String]? {
        func accepted(_ kind: String, _ reason: String) -> [String: String] {
            ["kind": kind, "status": "accepted", "justification": reason]
        }
        if let known { return accepted("external", known.description) }
        guard verdict == .expected, case .process(let reason) = key.lifetime else { return nil }
        return accepted(tier == .registry ? "inSource" : "external", oneLine(reason))
    }
}

extension Backtrace {
    /// Returns the stack with its inlined functions, or `nil` without frames.
    fileprivate func sarifStack(root: String, _ tier: Tier) -> SARIFStack? {
        guard !frames.isEmpty else { return nil }
        let words = tier == .registry ? "Where one of them was registered." : "Where one of them was allocated."
        return SARIFStack(message: SARIFMessage(text: words), frames: frames.flatMap { $0.sarifFrames(root: root) })
    }
}

extension Frame {
    fileprivate func sarifFrames(root: String) -> [SARIFStack.Frame] {
        let module = module.split(separator: "/").last.map { oneLine(String($0)) }
        let address = "\(module ?? "?")+0x\(String(offset, radix: 16))"
        let unnamed = SARIFStack.Frame(location: SARIFLocation(message: SARIFMessage(text: address)), module: module)
        guard !symbols.isEmpty else { return [unnamed] }
        return symbols.map { symbol in
            var location = SARIFLocation(logicalLocations: [
                ["fullyQualifiedName": oneLine(symbol.function), "kind": "function"]
            ])
            if let path = symbol.file.flatMap({ relative($0, to: root) }), let line = symbol.line {
                location.physicalLocation = SARIFPhysicalLocation(CheckoutPlace(path: path, line: line))
            }
            return SARIFStack.Frame(location: location, module: module)
        }
    }
}

/// Returns the text of a link, in which brackets are escaped.
private func sarifLinkText(_ text: String) -> String {
    text.replacingScalars { "[]\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
}
