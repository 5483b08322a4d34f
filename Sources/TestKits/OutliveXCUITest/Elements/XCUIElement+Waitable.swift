#if canImport(XCUIAutomation)
public import XCUIAutomation

extension XCUIElement: Waitable {
    /// Returns `true` if the element exists, or the property can be read without it.
    ///
    /// For other properties of a missing element, XCTest fails the test. Type-checked against stubs; not run.
    public func canRead(_ property: AnyKeyPath) -> Bool {
        ["exists", "isHittable", "state"].contains(Self.name(of: property)) || exists
    }

    /// Names the property and the element (type-checked against stubs; not run).
    public func waitDescription(of property: AnyKeyPath) -> String? {
        Self.name(of: property).map { "\($0) of \(self)".replacing("\n", with: " ") }
    }

    // The compiler keeps no names of computed properties, and the key path of a subclass differs.
    private static func name(of property: AnyKeyPath) -> String? {
        let root = type(of: property).rootType
        if let root = root as? any (XCUIApplication & Waitable).Type, isState(property, of: root) { return "state" }
        return (root as? any (XCUIElement & Waitable).Type).flatMap { names(of: $0)[property] }
    }

    private static func isState<App: XCUIApplication>(_ property: AnyKeyPath, of _: App.Type) -> Bool {
        property == \App.state
    }

    private static func names<Element: XCUIElement>(of _: Element.Type) -> [AnyKeyPath: String] {
        [
            \Element.exists: "exists", \Element.isHittable: "isHittable", \Element.isEnabled: "isEnabled",
            \Element.isSelected: "isSelected", \Element.hasFocus: "hasFocus", \Element.label: "label",
            \Element.identifier: "identifier", \Element.title: "title", \Element.elementType: "elementType",
            \Element.placeholderValue: "placeholderValue", \Element.frame: "frame",
        ]
    }
}
#endif
