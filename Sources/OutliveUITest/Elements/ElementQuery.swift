public import OutliveDriver

/// Elements by what they are; looked for anew at each use.
///
/// Elements are found that are shown, or would be after scrolling; what is hidden is not.
public struct ElementQuery: Waitable, Sendable, CustomStringConvertible {
    /// Where it is looked.
    indirect enum Scope: Sendable {
        case application
        /// The windows alone, without what is in them.
        case windows
        case inside(Element)
    }

    /// What an element has to be like, besides its role.
    enum Condition: Sendable {
        case label(String)
        case labelHolding(String)
        case predicate(String, @Sendable (ElementSnapshot) -> Bool)
    }

    let context: UIContext
    let scope: Scope
    /// One of these; nil for all.
    var roles: Set<ElementRole>?
    var conditions: [Condition] = []

    /// What waits are measured by.
    public var waitClock: any Clock<Duration> { context.clock }

    /// How many there are now; 0 when the application cannot be seen.
    public var count: Int {
        context.glance { try places(in: $0).count } ?? 0
    }

    /// The labels of all, in the order of the screen's tree.
    public var labels: [String] {
        context.glance { try places(in: $0).map { try $0.node.label } } ?? []
    }

    /// The only one; using it fails where there are several.
    public var element: Element { Element(query: self, choice: .only) }

    /// The first one.
    public var first: Element { Element(query: self, choice: .at(0)) }

    /// The one with this label; using it fails where there are several.
    public subscript(_ label: String) -> Element { Element(query: adding(.label(label)), choice: .only) }

    /// The one at a place, from 0.
    public func element(at index: Int) -> Element { Element(query: self, choice: .at(index)) }

    /// Those whose label holds a text.
    public func containing(_ text: String) -> ElementQuery { adding(.labelHolding(text)) }

    /// Those that a predicate holds for.
    ///
    /// - Parameters:
    ///   - description: what they are like, in words, for failures.
    ///   - predicate: asked for each element of the role, which reads all of its properties. It must not look at the
    ///     application, as by `exists` of another element: it is asked during a look, and there is one at a time.
    public func matching(
        _ description: String, _ predicate: @escaping @Sendable (ElementSnapshot) -> Bool
    ) -> ElementQuery { adding(.predicate(description, predicate)) }

    func adding(_ condition: Condition) -> ElementQuery {
        var query = self
        query.conditions.append(condition)
        return query
    }
}
