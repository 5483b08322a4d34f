public import OutliveDriver

/// One element, looked for anew at each use: after a reset it is found again by what it is.
///
/// Properties look at once; where several elements fit, they tell of the first. What is hidden does not exist; what is
/// scrolled out of view does.
public struct Element: ElementContainer, Waitable, Sendable, CustomStringConvertible {
    /// Which of those that a query finds.
    enum Choice: Sendable {
        /// The only one: several are a failure of actions.
        case only
        case at(Int)
        case last
    }

    let query: ElementQuery
    let choice: Choice

    var context: UIContext { query.context }

    /// What waits and actions are measured by.
    public var waitClock: any Clock<Duration> { context.clock }

    /// What it is found by, such as `button "Save"`.
    public var description: String {
        let words = query.words(plural: false)
        return switch choice {
        case .only: words + query.scopeWords
        case .at(0): "first " + words + query.scopeWords
        case .at(let index): words + " at \(index)" + query.scopeWords
        case .last: words + query.scopeWords
        }
    }

    /// Whether it is there, and shown or scrolled out of view.
    public var exists: Bool { read { _ in true } ?? false }

    /// Whether a person could press it: shown, in the window at the front, and nothing else in the way.
    ///
    /// It is found by the tree's geometry: another element that takes presses and is drawn later covers it.
    public var isHittable: Bool {
        context.glance { screen in
            try place(in: screen).map { try HitTest(of: $0, on: screen).obstacle() == nil }
        } ?? false
    }

    /// Whether it reacts to a person.
    public var isEnabled: Bool { read { $0.states.isUsable } ?? false }

    /// Whether it is selected among others.
    public var isSelected: Bool { read { $0.states.contains(.selected) } ?? false }

    /// Whether keys go to it.
    public var hasFocus: Bool { read { $0.states.contains(.focused) } ?? false }

    /// What it is called; empty when it is not there.
    public var label: String { read { try $0.node.label } ?? "" }

    /// What it holds: a text, a choice, a number; nil for what holds none of these.
    ///
    /// The text in a field, the choice of a combo box, the number of a range, or `1` and `0` of what is checked or not.
    public var value: String? { read { try $0.node.value(role: $0.node.role, states: $0.states) } }

    /// Where it is on the screen, in pixels; nil when it is not shown, also for what GTK has scrolled out of view.
    public var frame: ElementFrame? { read { try $0.node.frame } }

    /// All elements in it, at any depth; of a role, or of all.
    public func descendants(_ role: ElementRole?) -> ElementQuery {
        ElementQuery(context: context, scope: .inside(self), roles: role.map { [$0] })
    }

    private func read<Value: Sendable>(_ property: (Place) throws -> Value?) -> Value? {
        context.glance { try place(in: $0).flatMap(property) }
    }

    /// Finds it, or the first of those that fit.
    func place(in screen: any AccessibleScreen) throws -> Place? {
        switch choice {
        case .only: return try query.places(in: screen, atMost: 1).first
        case .last: return try query.places(in: screen).last
        case .at(let index):
            let places = try query.places(in: screen, atMost: index + 1)
            return places.indices.contains(index) ? places[index] : nil
        }
    }
}
