internal import OutliveModel

extension Report {
    /// The causes that other formats count as leaks, the suspects that they tell in full or brief, what is accepted.
    ///
    /// What only goes with a cause is told of there; a leak that both tiers saw is one result.
    func sarifFindings(root: String, showsKnown: Bool) -> [SARIFResult] {
        let heap = HeapFindings(findings)
        let seenTwice = Set(heap.seenTwice)
        let causes =
            registeredCauses + heap.leaks.filter { !seenTwice.contains($0) }
            + (heap.inFull + heap.further + heap.brief).filter { $0.verdict == .suspect && !seenTwice.contains($0) }
        let complaints = causes.filter { $0.verdict == .leak || $0.verdict == .suspect }
        let accepted = KnownFindings(self).accepted
        let meant = showsKnown ? findings.filter { $0.verdict == .expected && $0.known == nil } : []
        let victims = Victims(findings)
        let failing = Set(failingFindings)
        return (complaints + accepted + meant).map { finding in
            let goes = victims.of(finding)
            return finding.sarifResult(
                fails: failing.contains(finding) || goes.contains(where: failing.contains), victims: goes, root: root)
        }
    }
}

extension Finding {
    /// The finding as a result at the place where its objects are registered, or else allocated.
    fileprivate func sarifResult(fails: Bool, victims: [Finding], root: String) -> SARIFResult {
        let suppression = sarifSuppression
        let related = sarifRelatedLocations(root: root)
        var result = SARIFResult(
            sarifRule, level: suppression == nil ? (fails ? .error : .warning) : verdict == .expected ? .none : .note,
            message: sarifMessage(related: related, victims: victims), location: sarifLocation(root: root),
            fingerprint: fingerprint ?? fingerprintOfSite)
        if verdict == .expected { result.kind = .informational }
        if !related.isEmpty { result.relatedLocations = related }
        if let stack = backtrace.sarifStack(root: root, tier) { result.stacks = [stack] }
        result.suppressions = suppression.map { [$0] }
        result.properties = SARIFFindingProperties(
            tier: tier, verdict: verdict, type: key.type, objects: count, live: live, warmup: warmup, bytes: bytes,
            retainedBytes: retainedBytes, traces: traces.isEmpty ? nil : traces.map { oneLine($0.description) },
            goesWithIt: victims.isEmpty ? nil : victims.map(\.alive),
            occurrences: occurrences.isEmpty ? nil : occurrences)
        return result
    }

    private var sarifRule: SARIFRule {
        switch verdict {
        case .leak: .leak(trace?.culprit?.pattern)
        case .expected: .expected
        case .suspect, .retained, .late: .suspect
        }
    }

    private var sarifSuppression: SARIFSuppression? {
        if let known { return SARIFSuppression(kind: .external, justification: known.inWords) }
        guard verdict == .expected, case .process(let reason) = key.lifetime else { return nil }
        return SARIFSuppression(kind: tier == .registry ? .inSource : .external, justification: oneLine(reason))
    }

    /// What happens, why, and what to do, with links to the related locations.
    private func sarifMessage(related: [SARIFLocation], victims: [Finding]) -> SARIFMessage {
        let held = heldInWords.map { ", \($0)" } ?? ""
        let advice = verdict == .leak ? trace?.culprit?.pattern.hint ?? hint(settled: nil) : hint(settled: nil)
        let goes =
            victims.isEmpty
            ? "" : " With it \(victims.count == 1 ? "goes" : "go") \(counted(victims.count, "more finding"))."
        let links = related.compactMap { location in
            location.id.flatMap { id in location.message.map { "[\(sarifLinkText($0.text))](\(id))" } }
        }
        let source = links.isEmpty ? "" : " In the source: \(links.joined(separator: ", "))."
        var markdown =
            "**\(markdownProse(alive))**, \(tier == .registry ? "registered" : "allocated") at \(markdownCode(origin))"
        if let causeInWords { markdown += ", \(markdownProse(causeInWords))" }
        markdown += ".\n\n\(markdownProse(advice))"
        if !traces.isEmpty { markdown += "\n\n" + markdownFence(traces.map { oneLine($0.description) }) }
        return SARIFMessage(
            text: "\(sarifText("\(withoutHolder)\(held). \(advice)\(goes)"))\(source)", markdown: markdown)
    }

    /// The place of the registration or allocation, with the type.
    private func sarifLocation(root: String) -> SARIFLocation {
        let named = key.site.line > 0 && key.site.fileID.contains("/") ? relative(key.site.fileID, to: "") : nil
        // Without debug information the module stands for its folder.
        let place = place(in: root) ?? named.map { CheckoutPlace(path: $0, line: key.site.line) }
        var location = SARIFLocation.at(place)
        location.logicalLocations = [
            SARIFLogicalLocation(name: oneLine(key.name), fullyQualifiedName: oneLine(key.type), kind: "type")
        ]
        return location
    }

    /// The steps of the traces, and the culprits, that have a line in the checkout; each place once.
    private func sarifRelatedLocations(root: String) -> [SARIFLocation] {
        var seen: Set<SARIFPhysicalLocation> = []
        var found: [SARIFLocation] = []
        func add(_ name: String, _ line: SourceLine?) {
            guard let line, let path = relative(line.file, to: root) else { return }
            let place = SARIFPhysicalLocation(CheckoutPlace(path: path, line: line.line))
            guard seen.insert(place).inserted else { return }
            found.append(
                SARIFLocation(
                    id: found.count + 1, physicalLocation: place,
                    message: SARIFMessage(text: oneLine("\(name) (\(line))"))))
        }
        for trace in traces {
            if let culprit = trace.culprit { add(culprit.name, culprit.location) }
            for step in trace.steps { add(step.name + (step.edge ?? ""), step.location) }
        }
        return found
    }
}

extension Backtrace {
    /// The stack with its inlined functions; nil of none.
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
                SARIFLogicalLocation(fullyQualifiedName: oneLine(symbol.function), kind: "function")
            ])
            if let path = symbol.file.flatMap({ relative($0, to: root) }), let line = symbol.line {
                location.physicalLocation = SARIFPhysicalLocation(CheckoutPlace(path: path, line: line))
            }
            return SARIFStack.Frame(location: location, module: module)
        }
    }
}

/// Text of a link, in which a bracket would end it.
private func sarifLinkText(_ text: String) -> String {
    text.replacingScalars { "[]\\".unicodeScalars.contains($0) ? "\\\($0)" : nil }
}
