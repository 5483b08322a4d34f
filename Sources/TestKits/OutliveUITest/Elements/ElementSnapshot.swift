/// The properties of an element at one moment, for predicates of queries.
public struct ElementSnapshot: Hashable, Sendable {
    /// The role.
    public let role: ElementRole
    /// The label, which may be empty.
    public let label: String
    /// The text in a field, the choice of a combo box, the number of a range, or `1` and `0` for checked and unchecked.
    public let value: String?
    /// `true` if the element reacts to input.
    public let isEnabled: Bool
    /// `true` if the element is selected among others.
    public let isSelected: Bool
    /// `true` if the element has the keyboard focus.
    public let hasFocus: Bool
    /// The frame on the screen, in pixels.
    public let frame: ElementFrame?

    init(_ place: Place) throws {
        role = try place.node.role
        label = try place.node.label
        value = try place.node.value(role: role, states: place.states)
        isEnabled = place.states.isUsable
        isSelected = place.states.contains(.selected)
        hasFocus = place.states.contains(.focused)
        frame = try place.node.frame
    }
}

extension AccessibleNode {
    /// Returns the value that a user reads from the element, apart from its label.
    func value(role: ElementRole, states: ElementStates) throws -> String? {
        if role.isCheckable { return states.contains(.checked) ? "1" : "0" }
        if role == .comboBox { return try chosen }
        if let number = try number {
            return number.rounded() == number && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        }
        let isField = states.contains(.editable) || role == .textField || role == .secureTextField
        return isField ? try text : nil
    }

    /// The choice of a combo box: the selected item of its menu, or else the text in its field.
    private var chosen: String? {
        get throws {
            if let label = try selectedLabel { return label }
            for index in 0..<(try childCount) {
                if let field = try child(at: index), let text = try field.text { return text }
            }
            return nil
        }
    }
}
