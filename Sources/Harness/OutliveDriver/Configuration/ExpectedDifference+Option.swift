package import OutliveModel

extension ExpectedDifference {
    /// Parses `CHECK[:SUBJECT]=REASON`, such as `threads:worker-*=the pool grows`.
    ///
    /// - Throws: `UsageError` if there is no such check, or no reason.
    package init(parsing text: String) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !parts[1].allSatisfy(\.isWhitespace) else {
            throw UsageError("'\(text)' accepts a difference without a reason: write CHECK[:SUBJECT]=REASON")
        }
        let subject = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let name = subject.first, let check = FidelityCheck(rawValue: name) else {
            let names = FidelityCheck.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there is no check '\(subject.first ?? "")' in '\(text)': the checks are \(names)")
        }
        guard subject.count == 1 || !subject[1].isEmpty else {
            throw UsageError("'\(text)' names no subject: leave the colon out for all of the check")
        }
        guard check != .probe else {
            throw UsageError("'\(text)': what the probe prints cannot be accepted; let it print less")
        }
        self.init(check: check, pattern: subject.count == 2 ? subject[1] : nil, reason: parts[1])
    }
}
