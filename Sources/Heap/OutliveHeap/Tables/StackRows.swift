internal import OutliveModel
internal import OutliveSupport

/// The rows of allocation stacks, their frames and functions.
struct StackRows {
    private let snapshot: HeapSnapshot
    /// The stacks of blocks and of savings, by their index in the snapshot, with symbols.
    private let stacks: [(index: UInt32, backtrace: Backtrace)]

    /// Looks up the names of all functions in one request, which blocks the calling thread.
    init(_ analysed: AnalysedSnapshot) {
        snapshot = analysed.snapshot
        var isUsed = [Bool](repeating: false, count: snapshot.stacks.count)
        for node in snapshot.nodes where node.stack != HeapSnapshot.none { isUsed[Int(node.stack)] = true }
        for saving in snapshot.savings ?? [] where saving.stack != HeapSnapshot.none {
            isUsed[Int(saving.stack)] = true
        }
        let used = isUsed.indices.filter { isUsed[$0] }.map(UInt32.init)
        let named = AllocationStacks.named(ofStacks: used, in: snapshot, by: analysed.names)
        stacks = used.map { ($0, named[$0] ?? Backtrace()) }
    }

    /// Returns the identifier of a stack of the snapshot, or `nil` for `HeapSnapshot.none`.
    static func id(of stack: UInt32) -> Int? { stack == HeapSnapshot.none ? nil : Int(stack) + 1 }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        var symbols = BestSymbols()
        try database.insert(into: "stack", columns: 2) { row throws(SQLiteError) in
            for (index, backtrace) in stacks {
                let site = RegistrationSite(allocatedIn: backtrace, &symbols).withoutColumn
                try row([
                    SQLiteValue(Self.id(of: index)), site == .unknown ? .null : SQLiteValue(site.description),
                ])
            }
        }
        var functions = NumberTable<CallTree.Function>()
        try database.insert(into: "frame", columns: 3) { row throws(SQLiteError) in
            // Most stacks share most of their frames. An address in a stack stands for the same frame in all stacks of
            // its epoch, and hashing a number is faster than hashing a frame.
            var known: [UInt32: [UInt64: [Int]]] = [:]
            for (index, backtrace) in stacks {
                let epoch = snapshot.stacks[Int(index)].epoch
                var depth = 0
                for (address, frame) in zip(snapshot.frames(ofStack: Int(index)), backtrace.frames) {
                    let numbers = known[epoch, default: [:]].value(of: address) {
                        CallTree.Function.functions(of: frame).reversed().map { functions.number(of: $0) + 1 }
                    }
                    for number in numbers {
                        try row([SQLiteValue(Self.id(of: index)), .integer(depth), .integer(number)])
                        depth += 1
                    }
                }
            }
        }
        try database.insert(into: "function", columns: 6) { row throws(SQLiteError) in
            for (index, function) in functions.items.enumerated() {
                try row([
                    .integer(index + 1), SQLiteValue(function.name),
                    SQLiteValue(function.file.isEmpty ? nil : function.file),
                    function.line == 0 ? .null : .integer(function.line),
                    SQLiteValue(function.module.isEmpty ? nil : function.module), .text(function.origin.rawValue),
                ])
            }
        }
    }
}
