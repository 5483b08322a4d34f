/// The properties of an element at one moment, for predicates of queries.
public struct ElementSnapshot: Hashable, Sendable {
    /// The role.
    public let role: ElementRole
    /// The label, which may be empty.
    public let label: String
    /// The text, choice or number, as in `Element.value`, or `nil` for other elements.
    public let value: String?
    /// `true` if the element reacts to input.
    public let isEnabled: Bool
    /// `true` if the element is selected, such as a row of a list.
    public let isSelected: Bool
    /// `true` if the element has the keyboard focus.
    public let hasFocus: Bool
    /// The frame on the screen, in pixels.
    public let frame: ElementFrame?

    init(_ element: LocatedNode) throws {
        role = try element.node.role
        label = try element.node.label
        value = try element.node.value(role: role, states: element.states)
        isEnabled = element.states.isUsable
        isSelected = element.states.contains(.selected)
        hasFocus = element.states.contains(.focused)
        frame = try element.node.frame
    }
}

extension AccessibleNode {
    /// Returns the value that a user reads from the element, apart from its label.
    func value(role: ElementRole, states: ElementStates) throws -> String? {
        if role.isCheckable { return states.contains(.checked) ? "1" : "0" }
        if role == .comboBox { return try choice }
        if let number = try number {
            return number.rounded() == number && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        }
        let isField = states.contains(.editable) || role == .textField || role == .secureTextField
        return isField ? try text : nil
    }

    /// The choice in a combo box: the selected item of its menu, or else the text of its field.
    private var choice: String? {
        get throws {
            if let label = try selectedLabel { return label }
            for index in 0..<(try childCount) {
                if let field = try child(at: index), let text = try field.text { return text }
            }
            return nil
        }
    }
}
