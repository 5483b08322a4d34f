internal import OutliveSupport

/// Allocation stacks as a tree of calls, outermost functions first, with the live blocks of each call.
package struct CallTree: Sendable {
    /// A function at a source line.
    package struct Function: Hashable, Sendable {
        /// The short name, or `module+0xoffset` if the name is unknown.
        package var name: String
        /// The source file; empty if it is unknown.
        package var file: String
        /// The line and column of the call in `file`, counted from 1; 0 if they are unknown.
        package var line: Int
        package var column: Int
        /// The path of the executable or library as the process saw it; empty if it is unknown.
        package var module: String
        /// The author of the function's code.
        package var origin: SourceOrigin

        package init(
            name: String, file: String = "", line: Int = 0, column: Int = 0, module: String = "",
            origin: SourceOrigin = .unknown
        ) {
            (self.name, self.file, self.line) = (name, file, line)
            (self.column, self.module, self.origin) = (column, module, origin)
        }
    }

    /// A node of the tree: a function as called from its caller.
    package struct Call: Sendable {
        /// The index in `functions`.
        package var function: Int
        /// The index in `calls` of the caller; the root is its own caller.
        package var caller: Int
        /// The number of live blocks allocated directly in this call, not in its callees.
        package var objects = 0
        /// The sum of these blocks' sizes in bytes.
        package var bytes = 0
        /// The indices in `calls` of the callees, each above the index of this call.
        package var callees: [Int] = []
    }

    /// The nodes; the first is the root, and a caller precedes its callees.
    package private(set) var calls: [Call]
    /// For each stack that the tree was made of, the index in `calls` of its innermost call, or 0 if it is empty.
    package private(set) var ends: [Int] = []
    /// The functions; the first represents the root.
    package var functions: [Function] { table.items }

    private var table = NumberTable<Function>()
    /// The calls after the root, by their caller and function.
    private var known: [Callee: Int] = [:]

    private struct Callee: Hashable {
        var caller: Int
        var function: Int
    }

    init() {
        calls = []
        calls.append(Call(function: table.number(of: Function(name: "(root)")), caller: 0))
    }

    /// Returns the tree of some stacks. Blocks without a stack are allocated directly in the root.
    ///
    /// - Parameters:
    ///   - hasLines: `true` if calls of a function from different lines are different, and `false` if they are one call
    ///     without a line, as flame graphs show them.
    ///   - hasTypes: `true` if the allocated types are the innermost calls, apart from raw memory.
    package static func ofStacks(
        _ stacks: some Collection<LiveStack>, hasLines: Bool = true, hasTypes: Bool = false
    ) -> CallTree {
        var tree = CallTree()
        tree.ends.reserveCapacity(stacks.count)
        // Most stacks share most of their frames.
        var known: [Frame: [Int]] = [:]
        var types: [HeapType: Int] = [:]
        for stack in stacks {
            var call = 0
            for frame in stack.backtrace.frames.reversed() {
                if known[frame] == nil {
                    known[frame] = Function.functions(of: frame, hasLines: hasLines).map { tree.table.number(of: $0) }
                }
                for function in known[frame] ?? [] { call = tree.call(function, from: call) }
            }
            if hasTypes, let type = stack.type, type.kind != .raw {
                call = tree.call(
                    types.value(of: type) { tree.table.number(of: Function(name: type.description)) }, from: call)
            }
            tree.ends.append(call)
            tree.add(HeapAmount(objects: stack.objects, bytes: stack.bytes), to: call)
        }
        return tree
    }

    /// Adds blocks that are allocated directly in a call.
    mutating func add(_ amount: HeapAmount, to call: Int) {
        calls[call].objects = boundedSum(calls[call].objects, amount.objects)
        calls[call].bytes = boundedSum(calls[call].bytes, amount.bytes)
    }

    /// Returns the index in `functions` of a function, which is added if it is new.
    mutating func number(of function: Function) -> Int { table.number(of: function) }

    /// Returns the function of a call.
    package func function(of call: Int) -> Function { functions[calls[call].function] }

    /// Returns the live blocks of each call and all its callees, in the order of `calls`.
    package func totals() -> [HeapAmount] {
        rolledUp(calls.map { HeapAmount(objects: $0.objects, bytes: $0.bytes) })
    }

    /// Returns other blocks of each call and all its callees, in the order of `calls`.
    ///
    /// - Parameter amounts: The blocks of each stack that the tree was made of, in their order.
    package func totals(ofStacks amounts: [HeapAmount]) -> [HeapAmount] {
        var totals = [HeapAmount](repeating: HeapAmount(), count: calls.count)
        for (end, amount) in zip(ends, amounts) { totals[end] += amount }
        return rolledUp(totals)
    }

    private func rolledUp(_ amounts: [HeapAmount]) -> [HeapAmount] {
        var totals = amounts
        for call in calls.indices.dropFirst().reversed() { totals[calls[call].caller] += totals[call] }
        return totals
    }

    /// Returns the index of a call, which is added if it is new.
    mutating func call(_ function: Int, from caller: Int) -> Int {
        let callee = Callee(caller: caller, function: function)
        if let call = known[callee] { return call }
        let call = calls.count
        known[callee] = call
        calls[caller].callees.append(call)
        calls.append(Call(function: function, caller: caller))
        return call
    }
}
