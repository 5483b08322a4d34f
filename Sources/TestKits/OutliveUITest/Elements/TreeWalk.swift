/// An element at its position in the tree.
struct LocatedNode {
    let node: any AccessibleNode
    /// The indices of the ancestors and of the element in their parents. The path of the application is empty.
    let path: [Int]
    /// The ancestors, from the window down.
    let ancestors: [any AccessibleNode]
    let states: ElementStates

    /// The elements from the window down to this one.
    var chain: [any AccessibleNode] { ancestors + [node] }

    /// Returns an ancestor by its depth below the window.
    func ancestor(at depth: Int, states: ElementStates? = nil) throws -> LocatedNode {
        LocatedNode(
            node: ancestors[depth], path: Array(path[...depth]), ancestors: Array(ancestors[..<depth]),
            states: try states ?? ancestors[depth].states)
    }

    /// The middle of the element, read immediately before a pointer event.
    var middle: ScreenPoint {
        get throws {
            guard let frame = try node.frame else { throw ElementGone() }
            return frame.middle
        }
    }
}

/// A traversal of the elements of an application, in drawing order.
struct TreeWalk {
    enum Next { case descend, skip, stop }

    enum Reach {
        case shown
        /// Elements that are shown or scrolled out of view.
        case scrolled
        case all
    }

    /// The maximum depth, because a faulty tree may be endless.
    static let maximumDepth = 200

    var reach = Reach.shown
    /// The roles searched out of view, or `nil` for all.
    var roles: Set<ElementRole>?

    func visit(_ application: any AccessibleNode, _ body: (LocatedNode) throws -> Next) throws {
        _ = try visitChildren(of: application, states: .showing, path: [], ancestors: [], body)
    }

    func visit(in element: LocatedNode, _ body: (LocatedNode) throws -> Next) throws {
        _ = try visitChildren(
            of: element.node, states: element.states, path: element.path, ancestors: element.chain, body)
    }

    /// Visits the elements drawn after an element in its window, except its descendants.
    func visit(after element: LocatedNode, _ body: (LocatedNode) throws -> Next) throws {
        for depth in element.path.indices.dropFirst() {
            let continues = try visitChildren(
                of: element.ancestors[depth - 1], states: .showing, path: Array(element.path[..<depth]),
                ancestors: Array(element.ancestors[..<depth]), from: element.path[depth] + 1, body)
            guard continues else { return }
        }
    }

    /// Visits the descendants of an element.
    ///
    /// - Returns: `true` to continue the walk.
    private func visitChildren(
        of node: any AccessibleNode, states: ElementStates, path: [Int], ancestors: [any AccessibleNode],
        from start: Int = 0, _ body: (LocatedNode) throws -> Next
    ) throws -> Bool {
        guard path.count < Self.maximumDepth else { return true }
        // The result of a query that is made at most once, and only if needed.
        var searchesOutOfView: Bool?
        if reach == .scrolled, !states.contains(.showing) {
            guard try existing({ try hasMatchesOutOfView(ancestors, states: states) }) == true else { return true }
            searchesOutOfView = true
        }
        let count = try existing { try node.childCount } ?? 0
        for index in start..<max(start, count) {
            guard let child = try existing({ try node.child(at: index) }) ?? nil,
                let childStates = try existing({ try Self.states(of: child, in: node) })
            else { continue }
            if reach == .scrolled, !states.contains(.showing) || !childStates.contains(.showing) {
                let searches =
                    try searchesOutOfView ?? existing { try hasMatchesOutOfView(ancestors, states: states) } ?? false
                searchesOutOfView = searches
                guard searches, childStates.contains(.visible) else { continue }
            } else if reach == .shown, !childStates.contains(.showing) {
                continue
            }
            let element = LocatedNode(node: child, path: path + [index], ancestors: ancestors, states: childStates)
            switch try existing({ try body(element) }) ?? .skip {
            case .stop: return false
            case .skip: continue
            case .descend: break
            }
            let continues = try visitChildren(
                of: child, states: childStates, path: element.path, ancestors: element.chain, body)
            guard continues else { return false }
        }
        return true
    }

    /// Returns the states of a child; GTK reports a scrolled viewport as not showing, although it shows its content.
    private static func states(of child: any AccessibleNode, in parent: any AccessibleNode) throws -> ElementStates {
        let states = try child.states
        guard !states.contains(.showing), states.contains(.visible), try parent.role == .scrollPane,
            try child.role == .viewport
        else { return states }
        return states.union(.showing)
    }

    /// Returns `nil` for an element that has disappeared, because a tree may change during the traversal.
    private func existing<Value>(_ read: () throws -> Value) throws -> Value? {
        do { return try read() } catch is ElementGone { return nil }
    }
}

// Distinguishes elements that are scrolled out of view from hidden ones; GTK reports both as visible, not showing.
extension TreeWalk {
    /// Returns `true` if content that is out of view can match. One query covers all of it, because it may be long.
    private func hasMatchesOutOfView(_ chain: [any AccessibleNode], states: ElementStates) throws -> Bool {
        guard try Self.scrolls(chain, states: states) else { return false }
        guard let roles, let contains = try chain.last?.containsDescendant(of: roles) else { return true }
        return contains
    }

    /// Returns `true` if an element can contain elements that are scrolled out of view.
    ///
    /// - Parameters:
    ///   - chain: The ancestors of the element from its window down, and the element itself.
    ///   - states: The states of the element.
    private static func scrolls(_ chain: [any AccessibleNode], states: ElementStates) throws -> Bool {
        guard let element = chain.last, try !isClosed(element, states) else { return false }
        // The element itself is out of view, with all of its content.
        guard states.contains(.showing) else { return true }
        // An element of one pixel is collapsed.
        guard let frame = try element.frame, frame.width > 1, frame.height > 1 else { return false }
        // The content of an element that is entirely in view is not clipped.
        return try chain.dropLast().contains { pane in
            guard try pane.role.isClipping, let view = try pane.frame else { return false }
            return !view.contains(frame)
        }
    }

    /// Returns `true` if the content of the element is hidden until the element is opened.
    private static func isClosed(_ element: any AccessibleNode, _ states: ElementStates) throws -> Bool {
        if states.contains(.expandable) { return !states.contains(.expanded) }
        return switch try element.role {
        case "page tab": !states.contains(.selected)
        case .menu, .comboBox, "menu bar", "menu item": true
        default: false
        }
    }
}

extension AccessibleScreen {
    /// Returns the tree as text, to help write queries.
    ///
    /// Each element has a line, indented by depth: role, label, value, frame and unusual states.
    func treeText() throws -> String {
        let maximumLines = 5000
        var lines = [line("application", label: try application.label)]
        var isTruncated = false
        try TreeWalk(reach: .all).visit(application) { element in
            isTruncated = lines.count >= maximumLines
            guard !isTruncated else { return .stop }
            lines.append(String(repeating: "  ", count: element.path.count) + (try line(of: element)))
            return .descend
        }
        if isTruncated { lines.append("... more than \(maximumLines) elements") }
        return lines.joined(separator: "\n") + "\n"
    }
}

private func line(of element: LocatedNode) throws -> String {
    let properties = try ElementSnapshot(element)
    var rest: [String] = []
    if let value = properties.value { rest.append("= \(String(reflecting: value))") }
    if let frame = properties.frame, !frame.isEmpty { rest.append("(\(frame))") }
    return line(properties.role.rawValue, label: properties.label, rest: rest + unusualStates(element.states))
}

private func line(_ role: String, label: String, rest: [String] = []) -> String {
    ([role] + (label.isEmpty ? [] : [String(reflecting: label)]) + rest).joined(separator: " ")
}

private func unusualStates(_ states: ElementStates) -> [String] {
    let names: [(state: ElementStates, name: String)] = [
        (.modal, "modal"), (.focused, "focused"), (.selected, "selected"), (.checked, "checked"),
        (.editable, "editable"),
    ]
    return (states.contains(.showing) ? [] : ["hidden"]) + (states.isUsable ? [] : ["disabled"])
        + names.filter { states.contains($0.state) }.map(\.name)
}
