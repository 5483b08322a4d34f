/// Formats a tree of elements as text, to help write queries.
struct TreeDump {
    private static let most = 5000

    /// Returns a line for each element, indented by depth: role, label, value, frame and unusual states.
    static func text(of screen: any AccessibleScreen) throws -> String {
        var lines = [line("application", label: try screen.application.label, rest: [])]
        var cut = false
        try TreeWalk(reach: .all).visit(screen.application) { place in
            guard lines.count < most else {
                cut = true
                return .stop
            }
            let indent = String(repeating: "  ", count: place.path.count)
            lines.append(indent + (try line(of: place)))
            return .descend
        }
        if cut { lines.append("... more than \(most) elements") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(of place: Place) throws -> String {
        let element = try ElementSnapshot(place)
        var rest: [String] = []
        if let value = element.value { rest.append("= \(String(reflecting: value))") }
        if let frame = element.frame, !frame.isEmpty { rest.append("(\(frame))") }
        rest += words(of: place.states)
        return line(element.role.rawValue, label: element.label, rest: rest)
    }

    private static func line(_ role: String, label: String, rest: [String]) -> String {
        ([role] + (label.isEmpty ? [] : [String(reflecting: label)]) + rest).joined(separator: " ")
    }

    private static func words(of states: ElementStates) -> [String] {
        var words: [String] = []
        if !states.contains(.showing) { words.append("hidden") }
        if !states.isUsable { words.append("disabled") }
        for (state, word) in [
            (ElementStates.modal, "modal"), (.focused, "focused"), (.selected, "selected"), (.checked, "checked"),
            (.editable, "editable"),
        ] where states.contains(state) {
            words.append(word)
        }
        return words
    }
}
