internal import OutliveModel

extension AllocationProfile {
    /// The bytes by allocation stack in the collapsed format of flame graphs, sorted.
    ///
    /// Each stack is a line, outermost function first: `main;App.start;Session.init 12345`.
    var foldedLines: [String] {
        let tree = CallTree.ofStacks(measuredStacks, hasLines: false)
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
