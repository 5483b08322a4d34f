/// What an element is like at one moment, for predicates of queries.
public struct ElementSnapshot: Hashable, Sendable {
    /// What kind of thing it is.
    public let role: ElementRole
    /// What it is called; may be empty.
    public let label: String
    /// The text in a field, the choice of a combo box, the number of a range, or `1` and `0` of what is checked or not.
    public let value: String?
    /// Whether it reacts to a person.
    public let isEnabled: Bool
    /// Whether it is selected among others.
    public let isSelected: Bool
    /// Whether keys go to it.
    public let hasFocus: Bool
    /// Where it is on the screen, in pixels.
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
    /// What a person reads from it, other than its label.
    func value(role: ElementRole, states: ElementStates) throws -> String? {
        if role.isCheckable { return states.contains(.checked) ? "1" : "0" }
        if role == .comboBox { return try chosen }
        if let number = try number {
            return number.rounded() == number && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        }
        let isField = states.contains(.editable) || role == .textField || role == .secureTextField
        return isField ? try text : nil
    }

    /// What a combo box shows: what is chosen of its menu, else the text in its field.
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
