/// Formats a tree of elements as text, to help write queries.
enum TreeDump {
    private static let maximumLines = 5000

    /// Returns a line for each element, indented by depth: role, label, value, frame and unusual states.
    static func text(of screen: any AccessibleScreen) throws -> String {
        var lines = [line("application", label: try screen.application.label)]
        var isTruncated = false
        try TreeWalk(reach: .all).visit(screen.application) { element in
            isTruncated = lines.count >= maximumLines
            guard !isTruncated else { return .stop }
            lines.append(String(repeating: "  ", count: element.path.count) + (try line(of: element)))
            return .descend
        }
        if isTruncated { lines.append("... more than \(maximumLines) elements") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(of element: LocatedNode) throws -> String {
        let properties = try ElementSnapshot(element)
        var rest: [String] = []
        if let value = properties.value { rest.append("= \(String(reflecting: value))") }
        if let frame = properties.frame, !frame.isEmpty { rest.append("(\(frame))") }
        return line(properties.role.rawValue, label: properties.label, rest: rest + unusualStates(element.states))
    }

    private static func line(_ role: String, label: String, rest: [String] = []) -> String {
        ([role] + (label.isEmpty ? [] : [String(reflecting: label)]) + rest).joined(separator: " ")
    }

    private static func unusualStates(_ states: ElementStates) -> [String] {
        let names: [(state: ElementStates, name: String)] = [
            (.modal, "modal"), (.focused, "focused"), (.selected, "selected"), (.checked, "checked"),
            (.editable, "editable"),
        ]
        return (states.contains(.showing) ? [] : ["hidden"]) + (states.isUsable ? [] : ["disabled"])
            + names.filter { states.contains($0.state) }.map(\.name)
    }
}
