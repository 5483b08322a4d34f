/// An element at its position in the tree.
struct Place {
    let node: any AccessibleNode
    /// The indices of the ancestors and the element in their parents; the path of the application is empty.
    let path: [Int]
    /// The ancestors, from the window down.
    let ancestors: [any AccessibleNode]
    let states: ElementStates
}

/// A traversal of the elements of an application, in drawing order.
struct TreeWalk {
    /// The continuation after an element.
    enum Next { case descend, skip, stop }

    /// The maximum depth; a deeper tree is taken to be endless.
    static let deepest = 200

    /// The elements that a traversal includes.
    enum Reach {
        /// Shown elements.
        case shown
        /// Elements that are shown or scrolled out of view.
        case scrolled
        /// All elements, including hidden ones.
        case all
    }

    var reach = Reach.shown
    /// The roles searched out of view, or `nil` for all.
    var roles: Set<ElementRole>?

    /// Visits the elements of an application.
    func visit(_ application: any AccessibleNode, _ body: (Place) throws -> Next) throws {
        _ = try visitChildren(of: application, states: .showing, path: [], ancestors: [], body)
    }

    /// Visits the descendants of an element.
    func visit(in place: Place, _ body: (Place) throws -> Next) throws {
        _ = try visitChildren(
            of: place.node, states: place.states, path: place.path, ancestors: place.ancestors + [place.node], body)
    }

    /// Visits the elements drawn after an element in its window, except its descendants.
    func visit(after place: Place, _ body: (Place) throws -> Next) throws {
        for depth in place.path.indices.dropFirst() {
            let goesOn = try visitChildren(
                of: place.ancestors[depth - 1], states: .showing, path: Array(place.path[..<depth]),
                ancestors: Array(place.ancestors[..<depth]), from: place.path[depth] + 1, body)
            guard goesOn else { return }
        }
    }

    /// - Returns: `true` to continue.
    private func visitChildren(
        of node: any AccessibleNode, states: ElementStates, path: [Int], ancestors: [any AccessibleNode],
        from start: Int = 0, _ body: (Place) throws -> Next
    ) throws -> Bool {
        guard path.count < Self.deepest else { return true }
        // Queried at most once, and only if needed.
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

    /// Returns `true` if content out of view can match; it may be long, so one query covers all of it.
    private func holdsMore(_ chain: [any AccessibleNode], states: ElementStates) throws -> Bool {
        guard try ScrolledOut.mayHold(chain, states: states) else { return false }
        guard let roles, let holds = try chain.last?.holds(roles) else { return true }
        return holds
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
    private func present<Value>(_ read: () throws -> Value) throws -> Value? {
        do { return try read() } catch is ElementGone { return nil }
    }
}
