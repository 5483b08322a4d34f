/// A test for obstacles between the user and an element, based on the geometry of the tree.
struct HitTest {
    private let target: LocatedNode
    private let screen: any AccessibleScreen

    init(of target: LocatedNode, on screen: any AccessibleScreen) { (self.target, self.screen) = (target, screen) }

    /// Returns the obstacle, or `nil` if the element can be pressed.
    func obstacle() throws -> Obstacle? {
        guard let frame = try target.node.frame, !frame.isEmpty else {
            return Obstacle(.offScreen, "it has no position on the screen")
        }
        // A modal window is reported first, because it may be the cause of other obstacles.
        if let obstacle = try modalWindow() { return obstacle }
        let popups = try OpenPopups(on: screen)
        // A menu is above all windows, even if the tree places it inside one.
        let isInMenu = try popups.isInMenu(target)
        if !isInMenu, let obstacle = try popups.obstacle(to: target) ?? windowOver(frame) { return obstacle }
        if let bounds = screen.bounds, !bounds.contains(frame.middle) {
            return Obstacle(.offScreen, "its middle is outside of the screen of \(bounds): its frame is \(frame)")
        }
        for ancestor in target.ancestors where try ancestor.role.isClipping {
            guard let view = try ancestor.frame, !view.contains(frame.middle) else { continue }
            return Obstacle(.offScreen, "its middle is scrolled out of the view of \(view): its frame is \(frame)")
        }
        return isInMenu ? nil : try elementOver(frame)
    }

    /// Returns a modal window that blocks input to the element's window.
    private func modalWindow() throws -> Obstacle? {
        let isModal = try window.states.contains(.modal)
        let other = try otherWindow { $0.states.contains(.modal) && (isLater($0) || !isModal) }
        return other.map { Obstacle(.covered, "\($0) is modal and blocks it", dialog: $0) }
    }

    /// Returns a later window that covers the frame, unless the element's window may have been raised since.
    private func windowOver(_ frame: ElementFrame) throws -> Obstacle? {
        // Without a window manager, the window under the pointer is active, independently of the stacking order.
        if screen.hasWindowManager, try window.states.contains(.active) { return nil }
        let other = try otherWindow { try isLater($0) && covers($0, frame) }
        return other.map { Obstacle(.covered, "\($0) covers it", dialog: $0) }
    }

    private var window: any AccessibleNode { target.ancestors.first ?? target.node }

    private func isLater(_ other: LocatedNode) -> Bool { target.path[0] < other.path[0] }

    /// Returns the last of the other windows that satisfy a condition.
    private func otherWindow(_ isObstacle: (LocatedNode) throws -> Bool) throws -> DialogName? {
        var name: DialogName?
        try TreeWalk().visit(screen.application) { other in
            guard other.path[0] != target.path[0], try isObstacle(other) else { return .skip }
            if try !other.node.role.isTransient { name = try DialogName(of: other.node) }
            return .skip
        }
        return name
    }

    private func covers(_ other: LocatedNode, _ frame: ElementFrame) throws -> Bool {
        try other.node.frame?.contains(frame.middle) ?? false
    }

    /// Returns an element of the same window that receives the clicks instead.
    private func elementOver(_ frame: ElementFrame) throws -> Obstacle? {
        var obstacle: Obstacle?
        try TreeWalk().visit(after: target) { other in
            // Descendants are inside the frame of their element. If it has no frame, they may be anywhere.
            if let area = try other.node.frame, !area.isEmpty, !area.contains(frame.middle) { return .skip }
            guard try covers(other, frame) else { return .descend }
            let role = try other.node.role
            guard role.isInteractive || role.isDialog || other.states.contains(.focusable) else { return .descend }
            let area = try other.node.frame.map { " of \($0)" } ?? ""
            obstacle = Obstacle(
                .covered,
                "\(try DialogName(of: other.node))\(area) covers its middle, \(frame.middle): its frame is \(frame)",
                dialog: try dialog(around: other))
            return .stop
        }
        return obstacle
    }

    /// Returns the dialog that another element belongs to, but not the target.
    private func dialog(around other: LocatedNode) throws -> DialogName? {
        let common = zip(target.path.dropLast(), other.path.dropLast()).prefix { $0 == $1 }.count
        return try other.chain.dropFirst(common).first { try $0.role.isDialog }.map { try DialogName(of: $0) }
    }
}

/// A reason why an element is not usable at the moment.
struct Obstacle: Error, Sendable {
    let code: ElementError.Code
    let reason: String
    /// The dialog that covers the element.
    let dialog: DialogName?
    /// `true` if waiting cannot resolve it.
    let isPermanent: Bool

    init(_ code: ElementError.Code, _ reason: String, dialog: DialogName? = nil, isPermanent: Bool = false) {
        (self.code, self.reason, self.dialog, self.isPermanent) = (code, reason, dialog, isPermanent)
    }
}
