internal import Foundation

/// The outcome as JSON.
struct JSONReport: Encodable {
    private struct Row: Encodable {
        var id: String
        var expected: String
        var reported: String
        var survivors: [String]
        var agree: Bool
        /// The number of distinct live objects after each cycle.
        var live: [Int]
        /// Absent without survivors.
        var namesCase: Bool?
        /// Heap tier: growth that the corpus does not declare.
        var residue: [Judgement.Residue]?
        /// Heap tier: the reference to cut in the first finding's trace.
        var culprit: String?
        /// Heap tier: the stated culprits of a leaky case, each of them right.
        var culprits: [String]?
        /// Heap tier: the first finding's trace in one line.
        var trace: String?
        /// The problems found; empty if the case agrees.
        var problems: [String]
    }

    private var cases: [Row]
    private var agreed: Int
    private var total: Int
    /// Heap tier only.
    private var culprits: CulpritTotal?

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
        if named.leaky > 0 { culprits = named }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
