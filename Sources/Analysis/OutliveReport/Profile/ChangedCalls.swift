internal import OutliveModel

/// The measure of a flame graph of two snapshots.
package enum ChangeMeasure: String, CaseIterable, Sendable {
    /// The new blocks less the gone ones.
    case net
    /// The blocks that only the later snapshot has.
    case new
    /// The blocks that only the earlier snapshot has.
    case gone

    /// The measure of bytes, as the beginning of a sentence in the middle of a line.
    var words: String {
        switch self {
        case .net: "net change of live bytes"
        case .new: "new bytes"
        case .gone: "gone bytes"
        }
    }
}

/// The calls of two snapshots, with the widths of a flame graph of what changed between them.
struct ChangedCalls: Sendable {
    let measure: ChangeMeasure
    let tree: CallTree
    /// The bytes of each call and its callees that it is as wide as. A net change is wide in either direction: the
    /// changes of callees add up, and do not cancel out.
    let widths: [Int]
    private let new: [HeapAmount]
    private let gone: [HeapAmount]

    /// - Parameter hasAllFrames: `true` to draw the frames of libraries, thunks and each turn of a recursion.
    init(_ calls: PicturedCalls, measure: ChangeMeasure, hasAllFrames: Bool) {
        self.measure = measure
        let pruned = hasAllFrames ? PrunedCalls(calls) : PrunedCalls(calls).folded
        (tree, new, gone) = (pruned.tree, pruned.new, pruned.gone)
        switch measure {
        case .new: widths = new.map(\.bytes)
        case .gone: widths = gone.map(\.bytes)
        case .net:
            var own = zip(new, gone).map { $0.bytes - $1.bytes }
            // Callees follow their callers, so that each call loses its callees before it is made positive.
            for call in own.indices.dropFirst() { own[tree.calls[call].caller] -= new[call].bytes - gone[call].bytes }
            var sums = own.map(abs)
            for call in sums.indices.dropFirst().reversed() {
                sums[tree.calls[call].caller] = boundedSum(sums[tree.calls[call].caller], sums[call])
            }
            widths = sums
        }
    }

    /// Returns what is new and gone in a call and its callees, or in the blocks without a stack.
    func amounts(_ call: Int?) -> (new: HeapAmount, gone: HeapAmount) {
        guard let call else { return (ownOfRoot(new), ownOfRoot(gone)) }
        return (new[call], gone[call])
    }

    private func ownOfRoot(_ amounts: [HeapAmount]) -> HeapAmount {
        tree.calls[0].callees.reduce(into: amounts[0]) { $0 -= amounts[$1] }
    }
}
