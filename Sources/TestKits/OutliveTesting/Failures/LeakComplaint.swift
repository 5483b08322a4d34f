internal import OutliveModel

/// The message of a failed test about one cause: the components that survived, the objects that nothing can reach any
/// more, and what leaks with them.
struct LeakComplaint: Hashable, Sendable {
    private static let shownFunctions = 6
    private static let shownTypes = 8

    /// The file of the registration site, as the compiler's `Module/File.swift`.
    let fileID: String
    /// The absolute path of the file if known, otherwise `fileID`.
    let path: String
    let line: Int
    let column: Int
    let summary: String
    /// The lines with the backtrace, the leak trace, the fix and the fingerprint for the list of known leaks.
    let details: [String]

    /// Creates the message for a cause with symbolicated backtraces.
    ///
    /// - Parameters:
    ///   - end: The end of the components' lifetime: `the test`, `the reset`.
    ///   - notes: Lines about the list of known leaks.
    init(_ cause: Cause, after end: String, notes: [String] = []) {
        let finding = cause.leader
        let site = finding.key.site
        let symbols = finding.backtrace.userSymbols
        // The site has module and file; a function of the backtrace in the same file provides the folder.
        let file = site.fileID.split(separator: "/").last
        path = symbols.first { $0.file?.split(separator: "/").last == file }?.file ?? site.fileID
        // A site that is passed explicitly may lack the module.
        fileID = site.fileID.contains("/") ? site.fileID : "?/\(site.fileID)"
        line = max(site.line, 1)
        column = max(site.column, 1)
        let type = finding.key.type == finding.key.name ? "" : " (\(finding.key.type))"
        let suspect = Self.suspect(of: cause)
        let place = site == .unknown ? "" : ", \(finding.made) at \(site)"
        summary =
            "\(cause.verdict.rawValue): \(suspect)\(finding.key.name)\(type): \(finding.count) alive after \(end)\(place)"
        details = Self.details(of: cause, symbols: symbols) + ["fingerprint: \(cause.fingerprint)"] + notes
    }

    /// Returns `Session.onEvent keeps `, as in reports, or an empty string without a suspect reference.
    private static func suspect(of cause: Cause) -> String {
        guard let culprit = cause.culprit else { return "" }
        let probably = culprit.doubt == nil ? "" : "probably "
        return culprit.name == "over-retain" ? "\(probably)over-retain of " : "\(culprit.name) \(probably)keeps "
    }

    func text(adding comment: String?) -> String { [text, comment].compactMap(\.self).joined(separator: "\n") }

    var text: String { ([summary] + details).joined(separator: "\n") }

    private static func details(of cause: Cause, symbols: [Symbol]) -> [String] {
        let finding = cause.leader
        var lines: [String] = []
        if let count = finding.retainCount {
            lines.append("references: \(count) strong at the last check, a hint only")
        }
        // The frames of the test framework and of macro expansions are omitted, because they do not help the reader.
        let shown = symbols.filter { symbol in
            let isExpansion = symbol.file?.contains("/@__swiftmacro_") ?? false
            return !isExpansion && !(FunctionName(symbol.function).module.map(isRegistrationModule) ?? false)
        }
        var calls = shown.map { symbol in
            "\(FunctionName(symbol.function).brief) at \(symbol.file ?? "?"):\(symbol.line ?? 0)"
        }
        // Parts of an async function are successive frames with the same name.
        calls = calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
        if !calls.isEmpty { lines.append("\(finding.made) by:") }
        lines += calls.prefix(Self.shownFunctions).map { "  \($0)" }
        if calls.count > Self.shownFunctions { lines.append("  ... \(calls.count - Self.shownFunctions) more") }
        return lines + trace(of: cause) + leaked(by: cause)
    }

    private static func trace(of cause: Cause) -> [String] {
        // A lost object cannot be meant to stay.
        let meant = cause.leader.tier == .registry ? " If meant to stay, track it with .process(reason:)." : ""
        guard let trace = cause.leader.trace else { return [cause.hint + meant] }
        let share = trace.objects < cause.leader.count ? "\(trace.objects) of \(cause.leader.count) " : ""
        var lines: [String] = []
        if trace.shape != .unheld || trace.steps.count > 1 {
            lines.append("\(share)held by: \(trace)")
        } else if !share.isEmpty {
            lines.append("\(trace.objects) of \(cause.leader.count): no holder was found")
        }
        guard let culprit = cause.culprit else { return lines + [cause.hint + meant] }
        return lines + [cause.hint] + (culprit.doubt.map { ["Probably: \($0)"] } ?? [])
    }

    private static func leaked(by cause: Cause) -> [String] {
        let rows = cause.leaked.dropFirst()
        guard !rows.isEmpty else { return [] }
        let more = rows.count - shownTypes
        return ["leaks with it:"]
            + rows.prefix(shownTypes).map { row in
                "  \(row.type): \(row.objects)" + (row.site.map { " at \($0.file):\($0.line)" } ?? "")
            } + (more > 0 ? ["  ... \(more) more"] : [])
    }
}

extension Finding {
    /// How the objects became known.
    fileprivate var made: String { tier == .registry ? "registered" : "allocated" }
}
