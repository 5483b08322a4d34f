/// The role and label of an element that is an obstacle.
struct DialogName: Hashable, Sendable, CustomStringConvertible {
    let role: ElementRole
    let label: String

    var description: String { label.isEmpty ? "a \(role.words) without a label" : "\(role.words) \"\(label)\"" }

    /// Returns the element with this name that was shown last.
    func element(in context: UIContext) -> Element {
        let query = ElementQuery(
            context: context, scope: .application, roles: [role], conditions: [.label(label)])
        return Element(query: query, choice: .last)
    }
}
