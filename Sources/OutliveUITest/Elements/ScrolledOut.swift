/// Tells what is scrolled out of view from what is hidden: of both, GTK says that they are visible and not showing.
enum ScrolledOut {
    /// Whether what an element holds and does not show can be scrolled to.
    ///
    /// - Parameters:
    ///   - chain: the element, after what it is in, from its window down.
    ///   - states: what the element is like.
    static func mayHold(_ chain: [any AccessibleNode], states: ElementStates) throws -> Bool {
        guard let element = chain.last, try !isClosed(element, states) else { return false }
        // Out of view itself: what is in it has gone with it.
        guard states.contains(.showing) else { return true }
        // A box of one pixel is one that is folded up.
        guard let frame = try element.frame, frame.width > 1, frame.height > 1 else { return false }
        // What is in view as a whole has nothing out of view.
        for pane in chain.dropLast() where try pane.role.isClipping {
            if let view = try pane.frame, !view.contains(frame) { return true }
        }
        return false
    }

    /// Whether what is in it shows only after it has been opened.
    private static func isClosed(_ element: any AccessibleNode, _ states: ElementStates) throws -> Bool {
        if states.contains(.expandable) { return !states.contains(.expanded) }
        return switch try element.role {
        case "page tab": !states.contains(.selected)
        case .menu, .comboBox, "menu bar", "menu item": true
        default: false
        }
    }
}
