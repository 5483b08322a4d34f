/// The outcome as text: a line per case, reasons below each case that disagrees, and the totals last.
struct TextReport: CustomStringConvertible {
    let description: String

    init(_ judgements: [Judgement], options: Options, took: Duration) {
        let last =
            options.tier.isHeap
            ? "case  [types that leak]  allocation  culprit  residue" : "case  [survivors]  registration"
        var lines = ["          " + Self.columns("stated", "reported", last)]
        for judgement in judgements {
            lines.append((judgement.agrees ? "agrees    " : "DISAGREES ") + Self.row(judgement))
            lines += judgement.problems.map { "          \($0)" }
            lines += Self.wrongCulprit(of: judgement).map { "          \($0)" }
        }
        lines += Self.residue(of: judgements)
        let culprits = CulpritTotal(judgements)
        if culprits.leaky > 0 { lines.append("culprits: \(culprits)") }
        let agreed = judgements.count(where: \.agrees)
        let failed = judgements.count(where: \.failed)
        lines.append(
            "\(agreed) of \(judgements.count) cases agree"
                + (failed > 0 ? ", \(failed) crashed or hung" : "")
                + " (\(options.configuration), \(options.cycles) cycles, \(took.components.seconds) s)")
        description = lines.joined(separator: "\n")
    }

    private static func row(_ judgement: Judgement) -> String {
        var text = judgement.id
        if !judgement.survivors.isEmpty { text += "  [\(judgement.survivors.joined(separator: ", "))]" }
        switch judgement.namesCase {
        case true?: text += "  named"
        case false?: text += "  NOT NAMED"
        case nil: break
        }
        if let culprit = judgement.culprit?.named { text += "  culprit: \(culprit)" }
        if let residue = judgement.residue, !residue.isEmpty {
            text += "  residue: \(residue.reduce(0) { $0 + $1.objects }) objects, "
            text += "\(residue.reduce(0) { $0 + $1.bytes }) bytes"
        }
        return columns(judgement.expected, judgement.reported, text)
    }

    /// Describes a wrong culprit, if there is one.
    private static func wrongCulprit(of judgement: Judgement) -> [String] {
        guard let culprit = judgement.culprit, !culprit.isRight else { return [] }
        let named = culprit.named.map { "culprit \($0)" } ?? "no culprit"
        return ["\(named), stated \(culprit.stated.joined(separator: ", "))", "trace: \(culprit.trace ?? "none")"]
    }

    /// Lists the growth in the cases that do not leak, most bytes first, with the reason where it is known.
    ///
    /// Growth in the other cases is retained by their leaks.
    private static func residue(of judgements: [Judgement]) -> [String] {
        let all = judgements.filter { $0.expected != "leak" }.flatMap { judgement in
            (judgement.residue ?? []).map { (judgement.id, $0) }
        }
        guard !all.isEmpty else { return [] }
        let groups = Dictionary(grouping: all) { _, residue in
            "\(residue.type) at \(residue.site): \(residue.reason ?? "NOT KNOWN")"
        }
        let lines = groups.map { text, rows in (text, rows.reduce(0) { $0 + $1.1.bytes }, Set(rows.map(\.0)).count) }
        return ["residue of libraries in cases that do not leak:"]
            + lines.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            .map { "          \($0.1) bytes in \(counted($0.2)): \($0.0)" }
    }

    private static func counted(_ cases: Int) -> String { cases == 1 ? "1 case" : "\(cases) cases" }

    private static func columns(_ stated: String, _ reported: String, _ rest: String) -> String {
        pad(stated) + pad(reported) + rest
    }

    private static func pad(_ text: String) -> String {
        text + String(repeating: " ", count: max(9 - text.count, 1))
    }
}
