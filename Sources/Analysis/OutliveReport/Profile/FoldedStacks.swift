internal import OutliveModel

/// The live bytes by allocation stack in the collapsed format of flame graphs.
///
/// Each stack is a line, outermost function first: `main;App.start;Session.init 12345`.
package struct FoldedStacks: Sendable {
    /// The frame of blocks without a stack.
    static let noStack = "(stack not captured)"

    private let tree: CallTree

    package init(_ profile: AllocationProfile) {
        tree = CallTree.ofStacks(profile.stacks, detail: .functions)
    }

    /// The lines, sorted.
    package var lines: [String] {
        var bytes: [String: Int] = [:]
        bytes[Self.noStack] = tree.calls[0].bytes
        var paths = [""]
        paths.reserveCapacity(tree.calls.count)
        for (index, call) in tree.calls.enumerated().dropFirst() {
            // The format cannot escape semicolons and newlines.
            let name = String(tree.function(of: index).name.map { $0 == ";" ? ":" : $0.isNewline ? " " : $0 })
            let path = call.caller == 0 ? name : paths[call.caller] + ";" + name
            paths.append(path)
            bytes[path, default: 0] += call.bytes
        }
        return bytes.filter { $0.value > 0 }.map { "\($0.key) \($0.value)" }.sorted()
    }
}
