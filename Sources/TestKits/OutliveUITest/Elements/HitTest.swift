/// Finds obstacles between the user and an element, by the geometry of the tree.
struct HitTest {
    private let target: Place
    private let screen: any AccessibleScreen

    init(of target: Place, on screen: any AccessibleScreen) {
        (self.target, self.screen) = (target, screen)
    }

    /// Returns the obstacle, or `nil` if the element can be pressed.
    func obstacle() throws -> Obstacle? {
        guard let frame = try target.node.frame, !frame.isEmpty else {
            return Obstacle(code: .offScreen, words: "it has no place on the screen")
        }
        // A modal window is reported first, because other obstacles may be its consequences.
        if let obstacle = try modalWindow() { return obstacle }
        let popups = try OpenPopups(on: screen)
        // A menu lies over all windows, even if the tree places it inside one.
        let isInMenu = try popups.menuHolds(target)
        if !isInMenu, let obstacle = try popups.obstacle(to: target) ?? windowOver(frame) { return obstacle }
        if let bounds = screen.bounds, !bounds.contains(frame.middle) {
            return Obstacle(code: .offScreen, words: "its middle is not on the screen of \(bounds): it is \(frame)")
        }
        for ancestor in target.ancestors where try ancestor.role.isClipping {
            guard let view = try ancestor.frame, !view.contains(frame.middle) else { continue }
            return Obstacle(
                code: .offScreen, words: "its middle is scrolled out of the view of \(view): it is \(frame)")
        }
        return isInMenu ? nil : try cover(of: frame)
    }

    /// Returns a modal window that blocks input to the element's window.
    private func modalWindow() throws -> Obstacle? {
        let isModal = try window.states.contains(.modal)
        let other = try otherWindow { $0.states.contains(.modal) && (isLater($0) || !isModal) }
        return other.map { Obstacle(code: .covered, words: "\($0) is in the way, which is modal", dialog: $0) }
    }

    /// Returns a later window that covers the frame, unless the element's window may have been raised since.
    private func windowOver(_ frame: ElementFrame) throws -> Obstacle? {
        // Without a window manager the window under the pointer is the active one, independent of the stacking order.
        if screen.hasWindowManager, try window.states.contains(.active) { return nil }
        let other = try otherWindow { try isLater($0) && covers($0, frame) }
        return other.map { Obstacle(code: .covered, words: "\($0) is in the way", dialog: $0) }
    }

    private var window: any AccessibleNode { target.ancestors.first ?? target.node }

    private func isLater(_ other: Place) -> Bool { target.path[0] < other.path[0] }

    /// Returns the last of the other windows that satisfy a condition.
    private func otherWindow(_ isInTheWay: (Place) throws -> Bool) throws -> DialogName? {
        var name: DialogName?
        try TreeWalk().visit(screen.application) { other in
            guard other.path[0] != target.path[0], try isInTheWay(other) else { return .skip }
            let role = try other.node.role
            if !role.isPassing { name = DialogName(role: role, label: try other.node.label) }
            return .skip
        }
        return name
    }

    private func covers(_ other: Place, _ frame: ElementFrame) throws -> Bool {
        try other.node.frame?.contains(frame.middle) ?? false
    }

    /// Returns an element of the same window that receives the clicks instead.
    private func cover(of frame: ElementFrame) throws -> Obstacle? {
        var obstacle: Obstacle?
        try TreeWalk().visit(after: target) { other in
            // Descendants lie inside an element with a frame. Without a frame they may be anywhere.
            if let place = try other.node.frame, !place.isEmpty, !place.contains(frame.middle) { return .skip }
            guard try covers(other, frame) else { return .descend }
            let role = try other.node.role
            guard role.isInteractive || role.isDialog || other.states.contains(.focusable) else { return .descend }
            obstacle = try covering(other, role: role, over: frame)
            return .stop
        }
        return obstacle
    }

    private func covering(_ other: Place, role: ElementRole, over frame: ElementFrame) throws -> Obstacle {
        let around = other.ancestors.dropFirst(commonAncestors(with: other))
        let dialog = try (around + [other.node]).first { try $0.role.isDialog }
        let name = DialogName(role: role, label: try other.node.label)
        let place = try other.node.frame.map { " of \($0)" } ?? ""
        return Obstacle(
            code: .covered, words: "\(name)\(place) covers its middle, \(frame.middle): it is \(frame)",
            dialog: try dialog.map { DialogName(role: try $0.role, label: try $0.label) })
    }

    /// Returns the number of ancestors that another element shares with the target.
    private func commonAncestors(with other: Place) -> Int {
        zip(target.path.dropLast(), other.path.dropLast()).prefix { $0 == $1 }.count
    }
}
