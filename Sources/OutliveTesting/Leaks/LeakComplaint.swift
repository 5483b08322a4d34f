internal import OutliveModel

/// What a failing test says of one cause: the components that survived, and what leaks with them.
struct LeakComplaint: Hashable, Sendable {
    /// How many functions of the backtrace are shown.
    private static let functions = 6
    /// How many rows of what leaks by the same cause are shown.
    private static let leakedTypes = 8

    /// The registration site: the compiler's `Module/File.swift`.
    let fileID: String
    /// The site's file, absolute where it could be found; otherwise as `fileID`.
    let path: String
    /// The site's line, from 1.
    let line: Int
    /// The site's column, from 1.
    let column: Int
    /// What survived, in a line.
    let summary: String
    /// What helps to find the reason, a line each.
    let details: [String]

    /// Puts a cause into words; its backtraces are symbolicated already.
    ///
    /// - Parameter end: what the components were to end with: `the test`, `the reset`.
    init(_ cause: Cause, survived end: String) {
        let finding = cause.leader
        let site = finding.key.site
        let symbols = finding.backtrace.userSymbols
        // The site names module and file, not the folder: that is known from a function on the stack in the same file.
        let file = site.fileID.split(separator: "/").last
        path = symbols.first { $0.file?.split(separator: "/").last == file }?.file ?? site.fileID
        // Whoever passes a place by hand need not write it as the compiler does.
        fileID = site.fileID.contains("/") ? site.fileID : "?/\(site.fileID)"
        line = max(site.line, 1)
        column = max(site.column, 1)
        let type = finding.key.type == finding.key.name ? "" : " (\(finding.key.type))"
        let suspect = Self.suspect(of: cause)
        summary =
            "\(cause.verdict.rawValue): \(suspect)\(finding.key.name)\(type): \(finding.count) alive after \(end), "
            + "registered at \(site)"
        details = Self.details(of: cause, symbols: symbols)
    }

    /// `Session.onEvent keeps `, as reports name the cause; empty without a suspect reference.
    private static func suspect(of cause: Cause) -> String {
        guard let culprit = cause.culprit else { return "" }
        let probably = culprit.doubt == nil ? "" : "probably "
        return culprit.name == "over-retain" ? "\(probably)over-retain of " : "\(culprit.name) \(probably)keeps "
    }

    /// All of it, on several lines.
    var text: String { ([summary] + details).joined(separator: "\n") }

    private static func details(of cause: Cause, symbols: [Symbol]) -> [String] {
        let finding = cause.leader
        var lines: [String] = []
        if let count = finding.retainCount {
            lines.append("references: \(count) strong when last looked at, a hint only")
        }
        // How the test came to be run and checked is nothing to look at.
        let own: Set<String?> = ["Outlive", "OutliveTesting"]
        let shown = symbols.filter { symbol in
            let isExpansion = symbol.file?.contains("/@__swiftmacro_") ?? false
            return !isExpansion && !own.contains(FunctionName(symbol.function).module)
        }
        var calls = shown.map { symbol in
            "\(FunctionName(symbol.function).brief) at \(symbol.file ?? "?"):\(symbol.line ?? 0)"
        }
        // Parts of an async function follow each other under one name.
        calls = calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
        if !calls.isEmpty { lines.append("registered by:") }
        lines += calls.prefix(Self.functions).map { "  \($0)" }
        if calls.count > Self.functions { lines.append("  ... \(calls.count - Self.functions) more") }
        return lines + holding(cause) + leaked(by: cause)
    }

    /// The trace of most of the components, and the fix.
    private static func holding(_ cause: Cause) -> [String] {
        let meant = "If meant to stay, track it with .process(reason:)."
        guard let trace = cause.leader.trace else { return ["\(cause.hint) \(meant)"] }
        let share = trace.objects < cause.leader.count ? "\(trace.objects) of \(cause.leader.count) " : ""
        var lines: [String] = []
        if trace.shape != .unheld || trace.steps.count > 1 {
            lines.append("\(share)held by: \(trace)")
        } else if !share.isEmpty {
            lines.append("\(share)held by nothing that was found")
        }
        guard let culprit = cause.culprit else { return lines + ["\(cause.hint) \(meant)"] }
        return lines + [cause.hint] + (culprit.doubt.map { ["Probably: \($0)"] } ?? [])
    }

    /// What else leaks by the cause, a line for each type.
    private static func leaked(by cause: Cause) -> [String] {
        let rows = cause.leaked.dropFirst()
        guard !rows.isEmpty else { return [] }
        let more = rows.count - leakedTypes
        return ["leaks with it:"]
            + rows.prefix(leakedTypes).map { row in
                "  \(row.type): \(row.objects)" + (row.site.map { " at \($0.file):\($0.line)" } ?? "")
            } + (more > 0 ? ["  ... \(more) more"] : [])
    }
}
