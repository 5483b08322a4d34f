public import OutliveDriver

/// A query for elements, evaluated anew at each use.
///
/// It finds elements that are shown or scrolled out of view, but not hidden ones.
public struct ElementQuery: Waitable, Sendable, CustomStringConvertible {
    /// The part of the tree that is searched.
    indirect enum Scope: Sendable {
        case application
        /// The windows without their content.
        case windows
        case inside(Element)
    }

    /// A condition on an element, besides its role.
    enum Condition: Sendable {
        case label(String)
        case labelHolding(String)
        case predicate(String, @Sendable (ElementSnapshot) -> Bool)
    }

    let context: UIContext
    let scope: Scope
    /// The accepted roles, or `nil` for all.
    var roles: Set<ElementRole>?
    var conditions: [Condition] = []

    /// The clock of waits.
    public var waitClock: any Clock<Duration> { context.clock }

    /// The current number of matches; 0 if the application is not accessible.
    public var count: Int {
        context.glance { try places(in: $0).count } ?? 0
    }

    /// The labels of all matches, in the order of the tree.
    public var labels: [String] {
        context.glance { try places(in: $0).map { try $0.node.label } } ?? []
    }

    /// The only match; using it fails if there are several.
    public var element: Element { Element(query: self, choice: .only) }

    /// The first match.
    public var first: Element { Element(query: self, choice: .at(0)) }

    /// The match with this label; using it fails if there are several.
    public subscript(_ label: String) -> Element { Element(query: adding(.label(label)), choice: .only) }

    /// Returns the match at an index, starting at 0.
    public func element(at index: Int) -> Element { Element(query: self, choice: .at(index)) }

    /// Returns the query for matches whose label contains a text.
    public func containing(_ text: String) -> ElementQuery { adding(.labelHolding(text)) }

    /// Returns the query for matches that satisfy a predicate.
    ///
    /// - Parameters:
    ///   - description: The words for the condition in failures.
    ///   - predicate: Called for each element of the role, with all of its properties. It must not access the
    ///     application, such as by `exists` of another element, because accesses are serialised.
    public func matching(
        _ description: String, _ predicate: @escaping @Sendable (ElementSnapshot) -> Bool
    ) -> ElementQuery { adding(.predicate(description, predicate)) }

    func adding(_ condition: Condition) -> ElementQuery {
        var query = self
        query.conditions.append(condition)
        return query
    }
}
