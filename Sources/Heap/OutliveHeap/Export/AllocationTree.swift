package import OutliveModel

/// The allocation stacks of a snapshot as a call tree, outermost functions first.
struct AllocationTree {
    /// A function at a source line.
    struct Function: Hashable {
        var name: String
        var file: String
        var line: Int
        var column: Int
    }

    struct Call {
        var function: Int
        /// The number of live blocks allocated directly in this call.
        var objects = 0
        /// The sum of the blocks' sizes in bytes.
        var bytes = 0
        /// The indices in `calls` of the callees.
        var children: [Int] = []
    }

    /// The functions; the first represents the root.
    private(set) var functions = NumberTable<Function>()
    /// The nodes of the tree; the first is the root.
    private(set) var calls: [Call]
    /// For each stack of the snapshot, the index in `calls` of its innermost frame, or 0 if it has none.
    private(set) var ends: [Int]
    /// The calls after the root, by their caller and function.
    private var callees = NumberTable<Callee>()

    private struct Callee: Hashable {
        var caller: Int
        var function: Int
    }

    /// Creates the tree of all stacks that nodes refer to.
    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        calls = [Call(function: functions.number(of: Function(name: "(root)", file: "", line: 0, column: 0)))]
        ends = Array(repeating: 0, count: snapshot.stacks.count)
        var stacks = AllocationStacks(snapshot)
        let used = Set(snapshot.nodes.lazy.map(\.stack)).subtracting([HeapSnapshot.none]).sorted()
        for (stack, backtrace) in zip(used, stacks.backtraces(ofStacks: used, names: names)) {
            var place = 0
            for frame in backtrace.frames.reversed() {
                for function in Self.functions(of: frame) { place = call(function, from: place) }
            }
            ends[Int(stack)] = place
        }
        for node in snapshot.nodes where node.stack != HeapSnapshot.none {
            calls[ends[Int(node.stack)]].objects += 1
            calls[ends[Int(node.stack)]].bytes += Int(node.bytes)
        }
    }

    private mutating func call(_ function: Function, from caller: Int) -> Int {
        let callee = Callee(caller: caller, function: functions.number(of: function))
        let call = 1 + callees.number(of: callee)
        if call == calls.count {
            calls[caller].children.append(call)
            calls.append(Call(function: callee.function))
        }
        return call
    }

    /// Returns the functions of a frame, outermost inlined function first.
    private static func functions(of frame: Frame) -> [Function] {
        guard !frame.symbols.isEmpty else {
            // Without frame pointers, captured addresses can lie in no module.
            let name = frame.module.isEmpty ? "[unknown]" : frame.fileAndOffset
            return [Function(name: name, file: "", line: 0, column: 0)]
        }
        return frame.symbols.reversed().map { symbol in
            Function(
                name: Self.brief(symbol.function), file: symbol.file ?? "", line: symbol.line ?? 0,
                column: symbol.column ?? 0)
        }
    }

    /// Returns a function name without parameters and C++ template arguments, which can fill pages.
    private static func brief(_ function: String) -> String {
        let name = FunctionName(function)
        guard name.module == nil, function.contains("::") else { return name.brief }
        var (kept, depth) = ("", 0)
        for character in function.replacing("(anonymous namespace)", with: "anonymous") {
            if character == "(", depth == 0, !kept.hasSuffix("operator") { break }
            if character == "<" { depth += 1 }
            if depth == 0 { kept.append(character) }
            if character == ">", depth > 0 { depth -= 1 }
        }
        // Drop the return type.
        return kept.split(separator: " ").last.map(String.init) ?? function
    }
}

/// The live bytes by allocation stack in the input format of flame graphs.
///
/// Each stack is a line, outermost function first: `main;App.start;Session.init 12345`.
package struct FoldedStacks: Sendable {
    private let tree: AllocationTree
    private let bytesWithoutStack: Int

    /// Adds up the live blocks of a snapshot. Looking up names blocks the calling thread.
    ///
    /// - Parameter snapshot: A snapshot with a graph.
    package init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        tree = AllocationTree(snapshot, names: names)
        bytesWithoutStack = snapshot.nodes.reduce(0) { $1.stack == HeapSnapshot.none ? $0 + Int($1.bytes) : $0 }
    }

    /// The lines, sorted.
    package var lines: [String] {
        var bytes: [String: Int] = [:]
        bytes["(stack not captured)"] = bytesWithoutStack + tree.calls[0].bytes
        add(tree.calls[0].children, under: "", to: &bytes)
        return bytes.filter { $0.value > 0 }.map { "\($0.key) \($0.value)" }.sorted()
    }

    /// Adds up calls with equal names: functions of the tree also differ in their lines.
    private func add(_ calls: [Int], under stem: String, to bytes: inout [String: Int]) {
        for index in calls {
            let call = tree.calls[index]
            // The format cannot escape semicolons and newlines.
            let name = String(
                tree.functions.items[call.function].name.map { $0 == ";" ? ":" : $0.isNewline ? " " : $0 })
            let path = stem.isEmpty ? name : stem + ";" + name
            bytes[path, default: 0] += call.bytes
            add(call.children, under: path, to: &bytes)
        }
    }
}
