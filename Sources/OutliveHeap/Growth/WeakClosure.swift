internal import OutliveModel

extension HeapType {
    /// Why it is no leak that closures of this type grow in number; nil where that cannot be told by the type.
    ///
    /// A closure that captured what the program declares only weakly keeps nothing of it: it grows with what holds the
    /// closure, an observer that was never removed, say. What that is, is listed by itself.
    var reasonOfWeakClosure: String? {
        guard kind == .closure, mentionsProgram else { return nil }
        let holdsNothing = captures.allSatisfy { capture in
            ["weak ", "unowned ", "unowned(unsafe) "].contains(where: capture.hasPrefix)
                || !HeapType(name: capture, kind: .object).mentionsProgram
        }
        guard holdsNothing else { return nil }
        return "it holds what the program declares only weakly, so that it keeps nothing of it alive"
    }

    /// What a closure captured: `(weak Swift.Optional<App.Session>, Swift.Int)` has two.
    private var captures: [String] {
        var captures = [""]
        var depth = 0
        for character in name.dropFirst().dropLast() {
            switch character {
            case "(", "<", "[": depth += 1
            case ")", "]": depth -= 1
            // Not the end of an arrow.
            case ">" where captures.last?.last != "-": depth -= 1
            default: break
            }
            if character == ",", depth == 0 {
                captures.append("")
            } else {
                captures[captures.count - 1].append(character)
            }
        }
        return captures.map { String($0.drop { $0 == " " }) }
    }
}
