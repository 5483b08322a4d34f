public import OutliveDriver
internal import OutliveSupport

/// A query for elements, evaluated anew at each use.
///
/// It finds elements that are shown or scrolled out of view, but not hidden ones.
public struct ElementQuery: Waitable, Sendable, CustomStringConvertible {
    indirect enum Scope: Sendable {
        case application
        /// The windows without their content.
        case windows
        case inside(Element)
    }

    enum Condition: Sendable {
        case label(String)
        case labelContaining(String)
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
    public var count: Int { context.read { try matches(in: $0).count } ?? 0 }
    /// The labels of all matches, in the order of the tree.
    public var labels: [String] { context.read { try matches(in: $0).map { try $0.node.label } } ?? [] }
    /// The only match; using it fails if there are several.
    public var element: Element { Element(query: self, choice: .only) }
    /// The first match.
    public var first: Element { Element(query: self, choice: .at(0)) }

    /// The match with this label; using it fails if there are several.
    public subscript(_ label: String) -> Element { Element(query: adding(.label(label)), choice: .only) }

    /// Returns the match at an index, starting at 0.
    public func element(at index: Int) -> Element { Element(query: self, choice: .at(index)) }
    /// Returns the query for matches whose label contains a given text.
    public func containing(_ text: String) -> ElementQuery { adding(.labelContaining(text)) }

    /// Returns the query for matches that satisfy a predicate.
    ///
    /// - Parameters:
    ///   - description: The condition in failures, such as `that is red`.
    ///   - predicate: Called for each element of the role, with all of its properties. It must not access the
    ///     application, for example by `exists` of another element, because accesses are serialised.
    public func matching(
        _ description: String, _ predicate: @escaping @Sendable (ElementSnapshot) -> Bool
    ) -> ElementQuery { adding(.predicate(description, predicate)) }

    private func adding(_ condition: Condition) -> ElementQuery {
        var query = self
        query.conditions.append(condition)
        return query
    }

    /// A description such as `buttons whose label contains "note" in dialog "Tip"`.
    public var description: String { description(plural: true) + scopeDescription }

    func description(plural: Bool) -> String {
        var noun = "element"
        if case .windows = scope { noun = "window" }
        if let roles { noun = roles.contains(.dialog) ? "dialog" : roles.map(\.description).sorted().first ?? noun }
        if plural { noun += noun.hasSuffix("x") ? "es" : "s" }
        return noun
            + conditions.map { condition in
                switch condition {
                case .label(let label): " \"\(label)\""
                case .labelContaining(let text): " whose label contains \"\(text)\""
                case .predicate(let description, _): " \(description)"
                }
            }.joined()
    }

    var scopeDescription: String {
        if case .inside(let element) = scope { " in \(element)" } else { "" }
    }

    /// Names the property and the query, such as `count of list items`.
    public func waitDescription(of property: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [\Self.count: "count", \Self.labels: "labels"]
        return names[property].map { "\($0) of \(self)" }
    }
}

extension ElementQuery {
    func matches(in screen: any AccessibleScreen, atMost limit: Int = .max) throws -> [LocatedNode] {
        var found: [LocatedNode] = []
        let collect = { (element: LocatedNode) throws -> TreeWalk.Next in
            if try isRepeated(element) { return .skip }
            if try isMatch(element) { found.append(element) }
            if found.count >= limit { return .stop }
            if case .windows = scope { return .skip }
            return .descend
        }
        let walk = TreeWalk(reach: .scrolled, roles: roles)
        if case .inside(let container) = scope {
            guard let container = try container.match(in: screen) else { return [] }
            try walk.visit(in: container, collect)
        } else {
            try walk.visit(screen.application, collect)
        }
        return found
    }

    /// Returns `true` for the menu inside a combo box, because the same menu is also a window, in which it can be
    /// pressed.
    private func isRepeated(_ element: LocatedNode) throws -> Bool {
        guard let parent = element.ancestors.last, try parent.role == .comboBox else { return false }
        return try element.node.role == .menu
    }

    /// Returns `true` if an element matches; checks the role before the label, because each check queries the
    /// application.
    private func isMatch(_ element: LocatedNode) throws -> Bool {
        if let roles, try !roles.contains(element.node.role) { return false }
        return try conditions.allSatisfy { condition in
            switch condition {
            case .label(let label): try element.node.label == label
            case .labelContaining(let text): try element.node.label.contains(text)
            case .predicate(_, let isSatisfied): try isSatisfied(ElementSnapshot(element))
            }
        }
    }

    /// Returns the labels of elements of the same roles in the same scope, in order of similarity to the requested
    /// label.
    func otherLabels(in screen: any AccessibleScreen) throws -> [String] {
        var others = self
        others.conditions = []
        var wanted: String?
        for case .label(let label) in conditions { wanted = label }
        let labels = try others.matches(in: screen).map { try $0.node.label }.filter { !$0.isEmpty }
        guard let wanted else { return labels }
        return labels.map { ($0, $0.editDistance(to: wanted)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

/// A container of elements: the application, or an element.
public protocol ElementContainer: Sendable {
    /// Returns the descendants at any depth, of one role or of all.
    func descendants(_ role: ElementRole?) -> ElementQuery
}

extension ElementContainer {
    /// The push buttons.
    public var buttons: ElementQuery { descendants(.button) }
    /// The labels and other texts that are not editable.
    public var staticTexts: ElementQuery { descendants(.label) }
    /// The single-line fields and multi-line text views.
    public var textFields: ElementQuery { descendants(.textField) }
    /// The password fields.
    public var secureTextFields: ElementQuery { descendants(.secureTextField) }
    /// The lists of rows.
    public var lists: ElementQuery { descendants(.list) }
    /// The rows of lists.
    public var listItems: ElementQuery { descendants(.listItem) }
    /// The check boxes.
    public var checkBoxes: ElementQuery { descendants(.checkBox) }
    /// The toggle buttons.
    public var toggleButtons: ElementQuery { descendants(.toggleButton) }
    /// The combo boxes.
    public var comboBoxes: ElementQuery { descendants(.comboBox) }
    /// The menus, including a menu bar's.
    public var menus: ElementQuery { descendants(.menu) }
    /// The items of open menus, including combo boxes'; menus are windows, so query the application.
    public var menuItems: ElementQuery { descendants(.menuItem) }
    /// The dialogs and alerts, including file, colour and font choosers.
    public var dialogs: ElementQuery {
        var query = descendants(.dialog)
        query.roles = ElementRole.dialogs
        return query
    }
}
