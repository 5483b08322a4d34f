/// Distinguishes elements that are scrolled out of view from hidden ones; GTK reports both as visible, not showing.
enum ScrolledOut {
    /// Returns `true` if an element can contain elements that are scrolled out of view.
    ///
    /// - Parameters:
    ///   - chain: The ancestors of the element from its window down, and the element itself.
    ///   - states: The states of the element.
    static func mayHold(_ chain: [any AccessibleNode], states: ElementStates) throws -> Bool {
        guard let element = chain.last, try !isClosed(element, states) else { return false }
        // The element is out of view itself, with all of its content.
        guard states.contains(.showing) else { return true }
        // A box of one pixel is collapsed.
        guard let frame = try element.frame, frame.width > 1, frame.height > 1 else { return false }
        // The content of an element that is entirely in view is not clipped.
        for pane in chain.dropLast() where try pane.role.isClipping {
            if let view = try pane.frame, !view.contains(frame) { return true }
        }
        return false
    }

    /// Returns `true` if the content of the element shows only after opening it.
    private static func isClosed(_ element: any AccessibleNode, _ states: ElementStates) throws -> Bool {
        if states.contains(.expandable) { return !states.contains(.expanded) }
        return switch try element.role {
        case "page tab": !states.contains(.selected)
        case .menu, .comboBox, "menu bar", "menu item": true
        default: false
        }
    }
}
