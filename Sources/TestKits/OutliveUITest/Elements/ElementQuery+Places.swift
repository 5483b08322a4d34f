internal import OutliveModel
internal import OutliveSupport

extension ElementQuery {
    /// Finds the matching elements.
    ///
    /// - Parameters:
    ///   - screen: The screen of the current access.
    ///   - limit: The number of matches after which the search ends.
    func places(in screen: any AccessibleScreen, atMost limit: Int = .max) throws -> [Place] {
        var found: [Place] = []
        let collect = { (place: Place) throws -> TreeWalk.Next in
            if try isSecond(place) { return .skip }
            if try matches(place) { found.append(place) }
            if found.count >= limit { return .stop }
            if case .windows = scope { return .skip }
            return .descend
        }
        switch scope {
        case .application, .windows: try TreeWalk(reach: .scrolled, roles: roles).visit(screen.application, collect)
        case .inside(let element):
            guard let place = try element.place(in: screen) else { return [] }
            try TreeWalk(reach: .scrolled, roles: roles).visit(in: place, collect)
        }
        return found
    }

    /// Returns `true` for the menu inside a combo box; the same menu is also a window, where it is pressed.
    private func isSecond(_ place: Place) throws -> Bool {
        guard let parent = place.ancestors.last, try parent.role == .comboBox else { return false }
        return try place.node.role == .menu
    }

    /// Returns `true` if an element matches.
    ///
    /// Checks the role before the label, because each is a query to the application.
    private func matches(_ place: Place) throws -> Bool {
        if let roles, try !roles.contains(place.node.role) { return false }
        return try conditions.allSatisfy { condition in
            switch condition {
            case .label(let label): try place.node.label == label
            case .labelHolding(let text): try place.node.label.contains(text)
            case .predicate(_, let holds): try holds(ElementSnapshot(place))
            }
        }
    }

    /// Returns the labels of elements that match apart from their label, in order of similarity to the wanted one.
    func otherLabels(in screen: any AccessibleScreen) throws -> [String] {
        var others = self
        others.conditions = []
        var wanted: String?
        for case .label(let label) in conditions { wanted = label }
        let labels = try others.places(in: screen).map { try $0.node.label }.filter { !$0.isEmpty }
        guard let wanted else { return labels }
        return labels.map { ($0, $0.editDistance(to: wanted)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}

extension ElementQuery {
    /// A description such as `buttons whose label holds "note" in dialog "Tip"`.
    public var description: String { words(plural: true) + scopeWords }

    func words(plural: Bool) -> String {
        var noun = "element"
        if case .windows = scope { noun = "window" }
        if let roles { noun = roles.contains(.dialog) ? "dialog" : roles.map(\.words).sorted().first ?? noun }
        if plural { noun += noun.hasSuffix("x") ? "es" : "s" }
        return noun
            + conditions.map { condition in
                switch condition {
                case .label(let label): " \"\(label)\""
                case .labelHolding(let text): " whose label holds \"\(text)\""
                case .predicate(let words, _): " \(words)"
                }
            }.joined()
    }

    var scopeWords: String {
        if case .inside(let element) = scope { " in \(element)" } else { "" }
    }
}
