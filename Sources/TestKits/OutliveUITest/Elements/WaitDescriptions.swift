extension Element {
    /// Names the property and the element, such as `exists of button "Save"`.
    public func waitDescription(of property: AnyKeyPath) -> String? {
        Self.names[property].map { "\($0) of \(self)" }
    }

    // The compiler keeps no names of computed properties.
    private static var names: [AnyKeyPath: String] {
        [
            \Self.exists: "exists", \Self.isHittable: "isHittable", \Self.isEnabled: "isEnabled",
            \Self.isSelected: "isSelected", \Self.hasFocus: "hasFocus", \Self.label: "label", \Self.value: "value",
            \Self.frame: "frame",
        ]
    }
}

extension ElementQuery {
    /// Names the property and the query, such as `count of list items`.
    public func waitDescription(of property: AnyKeyPath) -> String? {
        let names: [AnyKeyPath: String] = [\Self.count: "count", \Self.labels: "labels"]
        return names[property].map { "\($0) of \(self)" }
    }
}

extension UIApplication {
    /// Names the property, such as `exists of the application`.
    public func waitDescription(of property: AnyKeyPath) -> String? {
        property == \Self.exists ? "exists of the application" : nil
    }
}
