/// An element where a walk met it.
struct Place {
    let node: any AccessibleNode
    /// The positions of its ancestors and itself in their parents; that of the application is empty.
    let path: [Int]
    /// What it is in, from its window down.
    let ancestors: [any AccessibleNode]
    let states: ElementStates
}

/// A way through the elements of an application, in the order in which they are drawn.
struct TreeWalk {
    /// What comes after an element.
    enum Next { case descend, skip, stop }

    /// What is gone through; more than this is a tree without end.
    static let deepest = 200

    /// What is gone through.
    enum Reach {
        /// What is shown.
        case shown
        /// What is shown, or scrolled out of view.
        case scrolled
        /// What is hidden, too.
        case all
    }

    var reach = Reach.shown
    /// What is looked for out of view; nil for everything.
    var roles: Set<ElementRole>?

    /// Goes through the elements in an application.
    func visit(_ application: any AccessibleNode, _ body: (Place) throws -> Next) throws {
        _ = try visitChildren(of: application, states: .showing, path: [], ancestors: [], body)
    }

    /// Goes through the elements in an element.
    func visit(in place: Place, _ body: (Place) throws -> Next) throws {
        _ = try visitChildren(
            of: place.node, states: place.states, path: place.path, ancestors: place.ancestors + [place.node], body)
    }

    /// Goes through what is drawn after an element in its window, other than what is in it.
    func visit(after place: Place, _ body: (Place) throws -> Next) throws {
        for depth in place.path.indices.dropFirst() {
            let goesOn = try visitChildren(
                of: place.ancestors[depth - 1], states: .showing, path: Array(place.path[..<depth]),
                ancestors: Array(place.ancestors[..<depth]), from: place.path[depth] + 1, body)
            guard goesOn else { return }
        }
    }

    /// - Returns: whether to go on.
    private func visitChildren(
        of node: any AccessibleNode, states: ElementStates, path: [Int], ancestors: [any AccessibleNode],
        from start: Int = 0, _ body: (Place) throws -> Next
    ) throws -> Bool {
        guard path.count < Self.deepest else { return true }
        // Asked of the application once, and only where it matters.
        var holdsMore: Bool?
        if reach == .scrolled, !states.contains(.showing) {
            guard try present({ try self.holdsMore(ancestors, states: states) }) == true else { return true }
            holdsMore = true
        }
        let count = try present { try node.childCount } ?? 0
        for index in start..<max(start, count) {
            guard let child = try present({ try node.child(at: index) }) ?? nil,
                let childStates = try present({ try Self.states(of: child, in: node) })
            else { continue }
            if reach == .scrolled, !states.contains(.showing) || !childStates.contains(.showing) {
                let isWay = try holdsMore ?? present { try self.holdsMore(ancestors, states: states) } ?? false
                holdsMore = isWay
                guard isWay, childStates.contains(.visible) else { continue }
            } else if reach == .shown, !childStates.contains(.showing) {
                continue
            }
            let place = Place(node: child, path: path + [index], ancestors: ancestors, states: childStates)
            switch try present({ try body(place) }) ?? .skip {
            case .stop: return false
            case .skip: continue
            case .descend: break
            }
            let goesOn = try visitChildren(
                of: child, states: childStates, path: place.path, ancestors: ancestors + [child], body)
            guard goesOn else { return false }
        }
        return true
    }

    /// Asked at once of all that is out of view: it may be long.
    private func holdsMore(_ chain: [any AccessibleNode], states: ElementStates) throws -> Bool {
        guard try ScrolledOut.mayHold(chain, states: states) else { return false }
        guard let roles, let holds = try chain.last?.holds(roles) else { return true }
        return holds
    }

    /// GTK says of the viewport of a pane that it is not shown, once it is scrolled: it takes it for what is in it.
    private static func states(of child: any AccessibleNode, in parent: any AccessibleNode) throws -> ElementStates {
        let states = try child.states
        guard !states.contains(.showing), states.contains(.visible), try parent.role == .scrollPane,
            try child.role == .viewport
        else { return states }
        return states.union(.showing)
    }

    /// Nil for what has gone meanwhile: a tree may change while it is looked at.
    private func present<Value>(_ read: () throws -> Value) throws -> Value? {
        do { return try read() } catch is ElementGone { return nil }
    }
}
