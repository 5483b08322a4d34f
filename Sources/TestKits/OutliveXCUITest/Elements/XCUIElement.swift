#if canImport(XCUIAutomation)
internal import CoreGraphics
internal import Foundation
public import XCUIAutomation

extension XCUIElement {
    /// Replaces the text of a field, and checks that the field contains the new text.
    ///
    /// On macOS the text is selected and deleted. On other platforms the field is tapped near its end, and its
    /// characters are deleted from there. The call fails if old text remains, as may happen with long or right-to-left
    /// text, or if the field modifies the new text. The content of a secure field cannot be checked.
    /// Type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - text: The new text.
    ///   - limit: The longest wait until the field contains it.
    /// - Throws: `ElementError` if the element is not a field, search field or text view, is not hittable, or contains
    ///   a different text in the end. `CancellationError` if the task is cancelled.
    public func clearAndEnterText(_ text: String, within limit: Duration = .seconds(10)) async throws {
        func refuse(_ reason: String) throws { throw ElementError("cannot enter text into \(self): \(reason)") }
        if !exists { try refuse("it does not exist; wait until it does") }
        let type = elementType
        if ![.textField, .secureTextField, .searchField, .textView].contains(type) {
            try refuse("it has no editable text; use a text field")
        }
        if !isHittable { try refuse("it is not hittable; wait until it is") }
        clearText()
        if !text.isEmpty { typeText(text) }
        guard type != .secureTextField, try await !poll(within: limit, { hasText(text) }) else { return }
        let contained = exists ? currentText ?? "" : ""
        throw ElementError(
            "\(self) contains \(String(reflecting: contained)) instead of \(String(reflecting: text)): "
                + "if the caret was not at the end of the old text, scroll there; "
                + "if the field modifies its input, use typeText")
    }

    private var currentText: String? { value as? String }

    private func hasText(_ text: String) -> Bool {
        guard exists else { return false }
        // The value of an empty field is its placeholder.
        return currentText ?? "" == text || text.isEmpty && currentText == placeholderValue
    }

    #if canImport(UIKit)
    private func clearText() {
        coordinate(withNormalizedOffset: CGVector(dx: 0.97, dy: 0.9)).tap()
        // A placeholder is counted as well, because it cannot be distinguished from text. Deleting in an empty field
        // has no effect.
        let count = currentText?.count ?? 0
        if count > 0 { typeText(String(repeating: XCUIKeyboardKey.delete.rawValue, count: count)) }
    }
    #else
    private func clearText() {
        click()
        typeKey("a", modifierFlags: .command)
        typeText(XCUIKeyboardKey.delete.rawValue)
    }
    #endif
}

/// A failure to use an element (type-checked against stubs; not run).
public struct ElementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A one-line description: what happened, to what, and what to do.
    public let description: String

    init(_ description: String) { self.description = description.replacing("\n", with: " ") }
}

extension XCUIElement: Waitable {
    /// Returns `true` if the element exists, or the property can be read without it.
    ///
    /// Reading another property of a missing element makes XCTest fail the test. Type-checked against stubs; not run.
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
