package import OutliveModel

/// The live bytes by allocation stack in the input format of flame graphs.
///
/// Each stack is a line, outermost function first: `main;App.start;Session.init 12345`.
package struct FoldedStacks: Sendable {
    private let tree: AllocationTree
    private let untold: Int

    /// Adds up the live blocks of a snapshot. Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot with a graph.
    ///   - names: The names of functions.
    package init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        tree = AllocationTree(snapshot, names: names)
        untold = snapshot.nodes.reduce(0) { $1.stack == HeapSnapshot.none ? $0 + Int($1.bytes) : $0 }
    }

    /// The lines, sorted.
    package var lines: [String] {
        var bytes: [String: Int] = [:]
        bytes["(stack not captured)"] = untold + tree.calls[0].bytes
        add(tree.calls[0].children, under: "", to: &bytes)
        return bytes.filter { $0.value > 0 }.map { "\($0.key) \($0.value)" }.sorted()
    }

    /// Adds up calls with equal names: functions of the tree also differ in their lines.
    private func add(_ calls: [Int], under stem: String, to bytes: inout [String: Int]) {
        for index in calls {
            let call = tree.calls[index]
            // The format cannot escape semicolons and newlines.
            let name = String(tree.functions[call.function].name.map { $0 == ";" ? ":" : $0.isNewline ? " " : $0 })
            let path = stem.isEmpty ? name : stem + ";" + name
            bytes[path, default: 0] += call.bytes
            add(call.children, under: path, to: &bytes)
        }
    }
}
