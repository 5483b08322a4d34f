/// The open menus and popovers, which receive all presses on the screen.
struct OpenPopups {
    /// An item of an open menu.
    private let menuItem: Place?
    /// The modal parts of windows.
    private let popovers: [Place]

    init(on screen: any AccessibleScreen) throws {
        var menuItem: Place?
        var popovers: [Place] = []
        try TreeWalk().visit(screen.application) { place in
            guard place.path.count > 1 else { return .descend }
            if place.states.contains(.modal) { popovers.append(place) }
            if menuItem == nil, try place.node.role.isMenuItem, try place.ancestors.last?.role != "menu bar" {
                menuItem = place
            }
            return .descend
        }
        (self.menuItem, self.popovers) = (menuItem, popovers)
    }

    /// Returns `true` if an element is in an open menu, which lies over all windows.
    func menuHolds(_ target: Place) throws -> Bool {
        guard menuItem != nil else { return false }
        return try (target.ancestors + [target.node]).contains { try $0.role.isMenuItem || $0.role == "menu" }
    }

    /// Returns the obstacle for an element outside of all open menus.
    func obstacle(to target: Place) throws -> Obstacle? {
        if let menuItem { return try Self.obstacle(menu(of: menuItem)) }
        let isInModalWindow = try target.ancestors.first?.states.contains(.modal) ?? false
        let popover = popovers.last { popover in
            let isUnderWindow = isInModalWindow && popover.path[0] < target.path[0]
            return !isUnderWindow && !target.path.starts(with: popover.path)
        }
        guard let popover else { return nil }
        return try Self.obstacle(Self.name(of: popover))
    }

    private static func obstacle(_ name: String) -> Obstacle {
        Obstacle(
            code: .covered, words: "\(name) is open, and takes all presses: use what is in it, or press .escape first")
    }

    /// Names a menu by its owner, or else by an item.
    private func menu(of item: Place) throws -> String {
        for owner in item.ancestors.reversed() {
            let label = try owner.label
            guard label.isEmpty else { return "the menu of \(DialogName(role: try owner.role, label: label))" }
        }
        return "a menu with \(DialogName(role: try item.node.role, label: try item.node.label))"
    }

    /// Names a popover by its label, or else by the first labelled element in it.
    private static func name(of popover: Place) throws -> String {
        let label = try popover.node.label
        guard label.isEmpty else { return "\(DialogName(role: try popover.node.role, label: label))" }
        var words = "a popover"
        try TreeWalk().visit(in: popover) { place in
            let label = try place.node.label
            guard !label.isEmpty else { return .descend }
            words += " with \(DialogName(role: try place.node.role, label: label))"
            return .stop
        }
        return words
    }
}

extension ElementRole {
    /// `true` if the element is an item of a menu.
    fileprivate var isMenuItem: Bool {
        self == "menu item" || self == "check menu item" || self == "radio menu item"
    }
}
