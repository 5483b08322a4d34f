/// The open menus and popovers, which intercept all presses on the screen.
struct OpenPopups {
    /// An item of an open menu, or `nil` if no menu is open.
    private let menuItem: LocatedNode?
    /// The popovers: modal elements inside windows.
    private let popovers: [LocatedNode]

    init(on screen: any AccessibleScreen) throws {
        var menuItem: LocatedNode?
        var popovers: [LocatedNode] = []
        try TreeWalk().visit(screen.application) { element in
            guard element.path.count > 1 else { return .descend }
            if element.states.contains(.modal) { popovers.append(element) }
            if menuItem == nil, try element.node.role.isMenuItem, try element.ancestors.last?.role != "menu bar" {
                menuItem = element
            }
            return .descend
        }
        (self.menuItem, self.popovers) = (menuItem, popovers)
    }

    /// Returns `true` if an element is in an open menu, which is above all windows.
    func isInMenu(_ target: LocatedNode) throws -> Bool {
        guard menuItem != nil else { return false }
        return try target.chain.contains { try $0.role.isMenuItem || $0.role == .menu }
    }

    /// Returns the obstacle for an element outside of all open menus.
    func obstacle(to target: LocatedNode) throws -> Obstacle? {
        if let menuItem { return Self.obstacle(try Self.menuName(of: menuItem)) }
        let isInModalWindow = try target.ancestors.first?.states.contains(.modal) ?? false
        let popover = popovers.last { popover in
            let isUnderWindow = isInModalWindow && popover.path[0] < target.path[0]
            return !isUnderWindow && !target.path.starts(with: popover.path)
        }
        return try popover.map { Self.obstacle(try Self.name(of: $0)) }
    }

    private static func obstacle(_ name: String) -> Obstacle {
        Obstacle(.covered, "\(name) is open and receives all presses: use an element in it, or press .escape first")
    }

    /// Describes a menu by its owner, or else by an item.
    private static func menuName(of item: LocatedNode) throws -> String {
        let owner = try item.ancestors.last { try !$0.label.isEmpty }
        return try owner.map { "the menu of \(try DialogName(of: $0))" } ?? "a menu with \(DialogName(of: item.node))"
    }

    /// Describes a popover by its label, or else by the first labelled element in it.
    private static func name(of popover: LocatedNode) throws -> String {
        guard try popover.node.label.isEmpty else { return "\(try DialogName(of: popover.node))" }
        var name = "a popover"
        try TreeWalk().visit(in: popover) { element in
            guard try !element.node.label.isEmpty else { return .descend }
            name += " with \(try DialogName(of: element.node))"
            return .stop
        }
        return name
    }
}
