public import OutliveDriver

/// An element of the user interface, found again by its query at each use, also after a reset.
///
/// Properties return immediately. If several elements match, they describe the first one. A hidden element does not
/// exist; an element that is scrolled out of view does.
public struct Element: ElementContainer, Waitable, Sendable, CustomStringConvertible {
    enum Choice: Sendable {
        /// The only match. Actions fail if there are several.
        case only
        case at(Int)
        case last
    }

    let query: ElementQuery
    let choice: Choice

    var context: UIContext { query.context }

    /// The clock of waits and actions.
    public var waitClock: any Clock<Duration> { context.clock }

    /// A description of the query, such as `button "Save"`.
    public var description: String {
        let noun = query.description(plural: false)
        return switch choice {
        case .only, .last: noun + query.scopeDescription
        case .at(0): "first " + noun + query.scopeDescription
        case .at(let index): noun + " at \(index)" + query.scopeDescription
        }
    }

    /// `true` if the element is shown or scrolled out of view.
    public var exists: Bool { read { _ in true } ?? false }

    /// `true` if a user could press the element: its middle is in view, and nothing covers it.
    ///
    /// It is computed from the geometry of the tree: an interactive element that is drawn later covers earlier ones.
    public var isHittable: Bool {
        context.read { screen in
            try match(in: screen).map { try HitTest(of: $0, on: screen).obstacle() == nil }
        } ?? false
    }

    /// `true` if the element reacts to input.
    public var isEnabled: Bool { read { $0.states.isUsable } ?? false }
    /// `true` if the element is selected, such as a row of a list.
    public var isSelected: Bool { read { $0.states.contains(.selected) } ?? false }
    /// `true` if the element has the keyboard focus.
    public var hasFocus: Bool { read { $0.states.contains(.focused) } ?? false }
    /// The label, or an empty string if the element does not exist.
    public var label: String { read { try $0.node.label } ?? "" }

    /// The value: a text, a choice or a number, or `nil` for other elements.
    ///
    /// It is the text of a field, the choice of a combo box, the number of a slider or similar element, or `1` or `0`
    /// for a checked or unchecked element.
    public var value: String? { read { try $0.node.value(role: $0.node.role, states: $0.states) } }

    /// The frame on the screen in pixels, or `nil` if the element is not shown or, in GTK, is out of view.
    public var frame: ElementFrame? { read { try $0.node.frame } }

    /// Returns the descendants of the element at any depth, of one role or of all.
    public func descendants(_ role: ElementRole?) -> ElementQuery {
        ElementQuery(context: context, scope: .inside(self), roles: role.map { [$0] })
    }

    private func read<Value: Sendable>(_ property: (LocatedNode) throws -> Value?) -> Value? {
        context.read { try match(in: $0).flatMap(property) }
    }

    func match(in screen: any AccessibleScreen) throws -> LocatedNode? {
        switch choice {
        case .only: return try query.matches(in: screen, atMost: 1).first
        case .last: return try query.matches(in: screen).last
        case .at(let index): return try query.matches(in: screen, atMost: index + 1).dropFirst(index).first
        }
    }

    /// Names the property and the element, such as `exists of button "Save"`.
    public func waitDescription(of property: AnyKeyPath) -> String? {
        // The compiler keeps no names of computed properties.
        let names: [AnyKeyPath: String] = [
            \Self.exists: "exists", \Self.isHittable: "isHittable", \Self.isEnabled: "isEnabled",
            \Self.isSelected: "isSelected", \Self.hasFocus: "hasFocus", \Self.label: "label", \Self.value: "value",
            \Self.frame: "frame",
        ]
        return names[property].map { "\($0) of \(self)" }
    }
}
