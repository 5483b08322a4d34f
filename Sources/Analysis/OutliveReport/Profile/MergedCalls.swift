internal import OutliveModel

/// The blocks by allocation stack and type, with small calls merged where a file would get too large otherwise.
///
/// Up to a number of calls everything is kept. Beyond it, callees of less than a ten-thousandth of all bytes and objects
/// are merged into one call with a name of its own, which keeps the sums of their callers.
struct MergedCalls {
    /// The name of merged calls.
    static let rest = "(smaller calls)"
    /// The number of calls that are kept in any case, and the share from which on others are.
    private static let (mostCalls, smallestShare) = (10_000, 0.0001)

    /// The blocks that one call allocated directly.
    struct Stack {
        /// The calls, outermost first, as indices in `functions`.
        var calls: [Int]
        var amount: HeapAmount
    }

    /// The functions, and the types of blocks as the innermost ones.
    private(set) var functions: [CallTree.Function]
    private(set) var stacks: [Stack] = []

    /// - Parameter hasLines: As of a call tree.
    init(_ profile: AllocationProfile, hasLines: Bool) {
        let placed = profile.measuredStacks.map { stack in
            var stack = stack
            if stack.backtrace.frames.isEmpty {
                stack.backtrace = Backtrace(frames: [AllocationProfile.frameOfNoStack])
            }
            return stack
        }
        let tree = CallTree.ofStacks(placed, hasLines: hasLines, hasTypes: true)
        let totals = tree.totals()
        let (bytes, objects) = Self.leastShown(totals)
        functions = tree.functions + [CallTree.Function(name: Self.rest)]
        // Callers come before their callees.
        var paths = [[Int]?](repeating: nil, count: tree.calls.count)
        var rests: [Int: HeapAmount] = [:]
        paths[0] = []
        for (index, call) in tree.calls.enumerated().dropFirst() {
            guard let above = paths[call.caller] else { continue }
            guard totals[index].bytes >= bytes || totals[index].objects >= objects else {
                rests[call.caller, default: HeapAmount()] += totals[index]
                continue
            }
            paths[index] = above + [call.function]
        }
        for (index, call) in tree.calls.enumerated() {
            guard let path = paths[index] else { continue }
            add(path, HeapAmount(objects: call.objects, bytes: call.bytes))
            if let rest = rests[index] { add(path + [functions.count - 1], rest) }
        }
    }

    /// Returns the least bytes and objects of a call that is kept.
    private static func leastShown(_ totals: [HeapAmount]) -> (bytes: Int, objects: Int) {
        func least(_ amount: KeyPath<HeapAmount, Int>) -> Int {
            let share = Int(Double(totals[0][keyPath: amount]) * smallestShare)
            // With many frames, more calls can have the share than there is room for.
            return max(share, totals.map { $0[keyPath: amount] }.sorted(by: >)[mostCalls]) + 1
        }
        return totals.count > mostCalls ? (least(\.bytes), least(\.objects)) : (0, 0)
    }

    private mutating func add(_ calls: [Int], _ amount: HeapAmount) {
        guard amount.objects > 0 || amount.bytes > 0 else { return }
        stacks.append(Stack(calls: calls, amount: amount))
    }
}
