/// The outcome for people: a line per case, reasons below those that disagree, the totals last.
struct TextReport: CustomStringConvertible {
    let description: String

    init(_ judgements: [Judgement], options: Options, took: Duration) {
        var lines = ["          " + Self.columns("stated", "reported", "case  [survivors]  registration")]
        for judgement in judgements {
            lines.append((judgement.agrees ? "agrees    " : "DISAGREES ") + Self.row(judgement))
            lines += judgement.problems.map { "          \($0)" }
        }
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
        return columns(judgement.expected, judgement.reported, text)
    }

    private static func columns(_ stated: String, _ reported: String, _ rest: String) -> String {
        pad(stated) + pad(reported) + rest
    }

    private static func pad(_ text: String) -> String {
        text + String(repeating: " ", count: max(9 - text.count, 1))
    }
}
