/// What an element in the way is called.
struct DialogName: Hashable, Sendable, CustomStringConvertible {
    let role: ElementRole
    let label: String

    var description: String { label.isEmpty ? "a \(role.words) without a label" : "\(role.words) \"\(label)\"" }

    /// The element: of several with this name, that which was shown last.
    func element(in context: UIContext) -> Element {
        let query = ElementQuery(
            context: context, scope: .application, roles: [role], conditions: [.label(label)])
        return Element(query: query, choice: .last)
    }
}
