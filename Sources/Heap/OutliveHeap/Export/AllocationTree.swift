internal import OutliveModel

/// The allocation stacks of a snapshot as a call tree, outermost functions first.
struct AllocationTree {
    /// A function at a source line.
    struct Function: Hashable {
        var name: String
        var file: String
        var line: Int
        var column: Int
    }

    /// A node of the call tree.
    struct Call {
        var function: Int
        /// The number of live blocks allocated directly in this call.
        var objects = 0
        /// The sum of their sizes in bytes.
        var bytes = 0
        /// The indices in `calls` of the callees.
        var children: [Int] = []
    }

    /// The functions; the first represents the root.
    private(set) var functions = [Function(name: "(root)", file: "", line: 0, column: 0)]
    /// The nodes of the tree; the first is the root.
    private(set) var calls = [Call(function: 0)]
    /// For each stack of the snapshot, the index in `calls` of its innermost frame, or 0 if it has none.
    private(set) var ends: [Int]
    private var numbers: [Function: Int] = [:]
    private var known: [Place: Int] = [:]

    private struct Place: Hashable {
        var caller: Int
        var function: Int
    }

    /// Creates the tree of all stacks that nodes refer to.
    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        ends = Array(repeating: 0, count: snapshot.stacks.count)
        var sites = AllocationSites(snapshot)
        let used = Set(snapshot.nodes.lazy.map(\.stack)).subtracting([HeapSnapshot.none]).sorted()
        for (stack, backtrace) in zip(used, sites.backtraces(ofStacks: used, names: names)) {
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
        let number = numbers[function] ?? functions.count
        if number == functions.count {
            numbers[function] = number
            functions.append(function)
        }
        let place = Place(caller: caller, function: number)
        if let call = known[place] { return call }
        known[place] = calls.count
        calls[caller].children.append(calls.count)
        calls.append(Call(function: number))
        return calls.count - 1
    }

    /// Returns the functions of a frame, outermost inlined function first.
    private static func functions(of frame: Frame) -> [Function] {
        guard !frame.symbols.isEmpty else {
            // Without frame pointers, captured addresses can lie in no module.
            let file = frame.module.split(separator: "/").last
            let name = file.map { "\($0)+0x\(String(frame.offset, radix: 16))" } ?? "[unknown]"
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
