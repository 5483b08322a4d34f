internal import OutliveModel

extension Report {
    /// Returns the run as SARIF.
    ///
    /// - Parameters:
    ///   - root: The absolute path of the checkout.
    ///   - showsKnown: `true` to include expected objects as results.
    func sarifRun(root: String, showsKnown: Bool) -> SARIFRun {
        SARIFRun(
            tool: SARIFTool(driver: .init(version: toolVersion)), invocations: sarifInvocations,
            results: distinct(
                sarifFindings(root: root, showsKnown: showsKnown) + sarifKnownLeaks(root: root) + sarifState
                    + sarifMeasured))
    }

    /// The invocations: one for the run, or one for each merged run.
    private var sarifInvocations: [SARIFInvocation] {
        let notifications =
            failures.map { failure in
                SARIFNotification(
                    .failure(failure.code),
                    ([oneLine(failure.message)] + excerpt { $0.writeOutput(of: failure) }).joined(
                        separator: "\n"))
            }
            + (interrupted ? [SARIFNotification(.interrupted, "The run was interrupted: run it again.")] : [])
            + notes.map { SARIFNotification(.note, oneLine($0)) }
        func invocation(
            _ startedAt: String, _ outcome: Outcome, _ properties: SARIFInvocation.Properties
        ) -> SARIFInvocation {
            SARIFInvocation(
                executionSuccessful: outcome != .failed && outcome != .interrupted, startTimeUtc: startedAt,
                exitCode: outcome.rawValue, exitCodeDescription: outcome.words, properties: properties)
        }
        var invocations =
            shards.isEmpty
            ? [invocation(startedAt, outcome, .init(summary: summaryLine, machine: machine))]
            : shards.map {
                invocation($0.startedAt, $0.outcome, .init(summary: $0.summary, machine: $0.machine, shard: $0.id))
            }
        // A merged report does not have the run of a failure, so the first failed run gets all notifications.
        if !notifications.isEmpty {
            let index = invocations.firstIndex { !$0.executionSuccessful } ?? 0
            invocations[index].toolExecutionNotifications = notifications
        }
        return invocations
    }

    /// Returns the entries of known leaks that need attention, at their lines in the list.
    private func sarifKnownLeaks(root: String) -> [SARIFResult] {
        KnownFindings(self).concerns.map { concern in
            let path = known.flatMap { relative($0.file, to: root) }
            let place = path.map { CheckoutPlace(path: $0, line: concern.entry.line ?? 1) }
            let rule = SARIFRule.entry(concern.kind)
            let words = concern.entry.match.inWords
            return SARIFResult(
                rule, level: concern.kind == .expired && !failsByExpiredLeaks ? .warning : rule.level,
                message: SARIFMessage(text: sarifText("Known leak of \(words): \(concern.message).")),
                location: .at(place), fingerprint: fingerprint(of: [rule.id, words]))
        }
    }

    /// The differences from the state after a launch, with a result for each check.
    private var sarifState: [SARIFResult] {
        var results: [SARIFResult] = []
        if !stateDifferences.isEmpty {
            results.append(
                state(
                    .probe, "The probe output differs from that after a launch.",
                    excerpt { $0.writeStateDifferences(self) }, language: "diff"))
        }
        let verdict = fidelityVerdict
        for check in verdict?.differing ?? [] {
            guard let differences = verdict?.differences[check] else { continue }
            let lines = differences.prefix(10).map { $0.words() }
            let more = differences.count > 10 ? ["… \(differences.count - 10) more in the JSON report"] : []
            results.append(
                state(check, "After resets, \(check.words) differ from those after a launch.", lines + more))
        }
        return results
    }

    private func state(
        _ check: FidelityCheck, _ what: String, _ details: [String], language: String = "text"
    ) -> SARIFResult {
        let rule = SARIFRule.state(check)
        return SARIFResult(
            rule, level: fails(check) ? .error : .warning,
            message: SARIFMessage(
                text: sarifText(([what] + details).joined(separator: "\n")),
                markdown: "\(what)\n\n\(markdownFence(details, language: language))"),
            location: .at(nil), fingerprint: fingerprint(of: [rule.id]))
    }
}

extension SARIFLocation {
    /// Returns a place in the checkout, or the package manifest, because hosts refuse a result without a file.
    static func at(_ place: CheckoutPlace?) -> SARIFLocation {
        SARIFLocation(physicalLocation: SARIFPhysicalLocation(place ?? CheckoutPlace(path: "Package.swift", line: 1)))
    }
}

/// Returns the results with numbers after repeated fingerprints of a rule, as a host merges equal ones into one alert.
private func distinct(_ results: [SARIFResult]) -> [SARIFResult] {
    var counts: [[String]: Int] = [:]
    return results.map { result in
        var result = result
        let name = result.partialFingerprints.primaryLocationLineHash
        let count = counts[[result.ruleId, name], default: 0] + 1
        counts[[result.ruleId, name]] = count
        if count > 1 { result.partialFingerprints.primaryLocationLineHash = "\(name):\(count)" }
        return result
    }
}

/// Returns external text without SARIF links and placeholders.
func sarifText(_ text: String) -> String {
    text.replacing("](", with: "\\](").replacing(#/\{([0-9]+)\}/#) { "{{\($0.1)}}" }
}
