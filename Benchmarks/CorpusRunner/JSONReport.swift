internal import Foundation

/// The outcome for programs.
struct JSONReport: Encodable {
    private struct Row: Encodable {
        var id: String
        var expected: String
        var reported: String
        var survivors: [String]
        var agree: Bool
        /// Distinct live objects after each cycle.
        var live: [Int]
        /// Absent without survivors.
        var namesCase: Bool?
        /// Of the heap tier: what grew that the corpus did not declare.
        var residue: [Judgement.Residue]?
        /// Empty when the case agrees.
        var problems: [String]
    }

    private var cases: [Row]
    private var agreed: Int
    private var total: Int

    init(_ judgements: [Judgement]) {
        cases = judgements.map {
            Row(
                id: $0.id, expected: $0.expected, reported: $0.reported, survivors: $0.survivors, agree: $0.agrees,
                live: $0.live, namesCase: $0.namesCase, residue: $0.residue, problems: $0.problems)
        }
        agreed = judgements.count(where: \.agrees)
        total = judgements.count
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
