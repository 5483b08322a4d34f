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
        /// Of the heap tier: what the first finding's trace names as the reference to cut.
        var culprit: String?
        /// Of the heap tier: what a leaky case states, each one right.
        var culprits: [String]?
        /// Of the heap tier: the trace of the first finding, in a line.
        var trace: String?
        /// Empty when the case agrees.
        var problems: [String]
    }

    /// How many leaky cases have their culprit named right.
    private struct Culprits: Encodable {
        var right: Int
        var leaky: Int
    }

    private var cases: [Row]
    private var agreed: Int
    private var total: Int
    /// Of the heap tier.
    private var culprits: Culprits?

    init(_ judgements: [Judgement]) {
        cases = judgements.map {
            Row(
                id: $0.id, expected: $0.expected, reported: $0.reported, survivors: $0.survivors, agree: $0.agrees,
                live: $0.live, namesCase: $0.namesCase, residue: $0.residue, culprit: $0.culprit?.named,
                culprits: $0.culprit?.stated, trace: $0.culprit?.trace, problems: $0.problems)
        }
        agreed = judgements.count(where: \.agrees)
        total = judgements.count
        let named = CulpritTotal(judgements)
        if named.leaky > 0 { culprits = Culprits(right: named.right, leaky: named.leaky) }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
