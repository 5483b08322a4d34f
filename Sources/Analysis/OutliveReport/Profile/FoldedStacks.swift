internal import OutliveModel

extension AllocationProfile {
    /// The bytes by allocation stack in the collapsed format of flame graphs, sorted.
    ///
    /// Each stack is a line, outermost function first, and the allocated type last: `main;App.start;App.Session 12345`.
    var foldedLines: [String] {
        let merged = MergedCalls(self, hasLines: false)
        // The format cannot escape semicolons and newlines.
        let names = merged.functions.map { function in
            String(function.name.map { $0 == ";" ? ":" : $0.isNewline ? " " : $0 })
        }
        var bytes: [String: Int] = [:]
        for stack in merged.stacks where stack.amount.bytes > 0 {
            let path = stack.calls.lazy.map { names[$0] }.joined(separator: ";")
            bytes[path] = boundedSum(bytes[path] ?? 0, stack.amount.bytes)
        }
        return bytes.map { "\($0.key) \($0.value)" }.sorted()
    }

    /// The file of the lines.
    var foldedText: [UInt8] {
        var text: [UInt8] = []
        for line in foldedLines {
            text += line.utf8
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
