internal import OutliveModel
internal import OutliveSupport

/// A call tree without the calls that a picture could not show.
struct PrunedCalls {
    /// The share of all objects or of all bytes below which a call is left out.
    static let minimumShare = 0.001
    /// The share of all new or of all gone bytes from which on a call is shown, however small it is otherwise.
    private static let changedShare = 0.01
    private static let deepest = 120

    let tree: CallTree
    let totals: [HeapAmount]
    let new: [HeapAmount]
    let gone: [HeapAmount]
    private let depths: [Int]

    init(_ calls: PicturedCalls) {
        tree = calls.tree
        let totals = calls.tree.totals()
        self.totals = totals
        new = calls.new.isEmpty ? totals.map { _ in HeapAmount() } : calls.new
        gone = calls.gone.isEmpty ? totals.map { _ in HeapAmount() } : calls.gone
        var depths = [Int](repeating: 0, count: totals.count)
        for call in totals.indices.dropFirst() { depths[call] = depths[calls.tree.calls[call].caller] + 1 }
        self.depths = depths
    }

    /// Returns the callees that are shown, most bytes first.
    func callees(of call: Int) -> [Int] {
        guard depths[call] < Self.deepest else { return [] }
        func isShown(_ callee: Int, _ amounts: [HeapAmount], _ share: Double) -> Bool {
            let (one, all) = (amounts[callee], amounts[0])
            return Double(one.bytes) >= Double(all.bytes) * share && one.bytes > 0
                || Double(one.objects) >= Double(all.objects) * share && one.objects > 0
        }
        return tree.calls[call].callees.filter { callee in
            isShown(callee, totals, Self.minimumShare) || isShown(callee, new, Self.changedShare)
                || isShown(callee, gone, Self.changedShare)
        }.sorted { (totals[$1].bytes, $0) < (totals[$0].bytes, $1) }
    }

    /// The origins of calls, whose indices are their numbers in the data, in the order of `TypeOrigin`.
    static let origins: [SourceOrigin] = [.program, .dependency, .platform, .unknown]

    /// The calls without what hides the program in them.
    var folded: PrunedCalls {
        let (folded, places) = tree.folded()
        func joined(_ amounts: [HeapAmount]) -> [HeapAmount] {
            // The blocks of each call itself, which its callees' are no part of.
            var own = folded.calls.map { _ in HeapAmount() }
            for call in tree.calls.indices {
                var amount = amounts[call]
                for callee in tree.calls[call].callees { amount -= amounts[callee] }
                own[places[call]] += amount
            }
            for call in own.indices.dropFirst().reversed() { own[folded.calls[call].caller] += own[call] }
            return own
        }
        return PrunedCalls(PicturedCalls(tree: folded, new: joined(new), gone: joined(gone)))
    }

    /// The functions by the live blocks that they and their callees allocated, most bytes first. A recursive function
    /// counts once.
    var functions: [(name: String, total: HeapAmount)] {
        var names = NumberTable<String>()
        let nameOfFunction = tree.functions.map { names.number(of: $0.name) }
        let nameOfCall = tree.calls.map { nameOfFunction[$0.function] }
        let callers = tree.calls.map(\.caller)
        var sums: [Int: HeapAmount] = [:]
        for call in totals.indices.dropFirst() {
            let name = nameOfCall[call]
            var above = callers[call]
            while above != 0, nameOfCall[above] != name { above = callers[above] }
            guard above == 0 else { continue }
            sums[name, default: HeapAmount()] += totals[call]
        }
        return sums.map { (name: names.items[$0.key], total: $0.value) }.sorted {
            ($1.total.bytes, $0.name) < ($0.total.bytes, $1.name)
        }
    }
}
