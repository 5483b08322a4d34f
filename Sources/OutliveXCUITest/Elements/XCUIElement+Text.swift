#if canImport(XCUIAutomation)
internal import CoreGraphics
internal import Foundation
public import XCUIAutomation

extension XCUIElement {
    /// Replaces the text of a field, and sees that it holds the new one.
    ///
    /// On macOS all is selected and deleted. Elsewhere the field is tapped near its end, and as many characters are
    /// deleted as it has: what is left of a text that goes on elsewhere, as in a long text view or one from right to
    /// left, is an error. So is what the field makes another text of. A secure field does not tell what it holds.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - text: what the field is to hold.
    ///   - limit: the longest wait until it holds that.
    /// - Throws: `ElementError` for an element that is no field, search field or text view, or is not hittable, and for
    ///   one that holds another text in the end; `CancellationError` when the task is cancelled.
    public func clearAndEnterText(_ text: String, within limit: Duration = .seconds(10)) async throws {
        guard exists else { throw ElementError("cannot write into \(self): it is not there; wait until it exists") }
        let type = elementType
        guard [.textField, .secureTextField, .searchField, .textView].contains(type) else {
            throw ElementError("cannot write into \(self): it holds no text that can be edited; ask for a text field")
        }
        guard isHittable else {
            throw ElementError("cannot write into \(self): nobody could tap it now; wait until it is hittable")
        }
        clearText()
        if !text.isEmpty { typeText(text) }
        guard type != .secureTextField, try await !poll(within: limit, { holds(text) }) else { return }
        let held = exists ? heldText ?? "" : ""
        throw ElementError(
            "\(self) does not hold \(String(reflecting: text)), but \(String(reflecting: held)): "
                + "where the caret was not behind the old text, scroll to its end; where the field changes what is "
                + "typed, use typeText")
    }

    /// Its value, where that is a text.
    private var heldText: String? { value as? String }

    private func holds(_ text: String) -> Bool {
        guard exists else { return false }
        // An empty field gives its placeholder as its value.
        return heldText ?? "" == text || text.isEmpty && heldText == placeholderValue
    }

    #if canImport(UIKit)
    private func clearText() {
        coordinate(withNormalizedOffset: CGVector(dx: 0.97, dy: 0.9)).tap()
        // Also for what may be the placeholder: it is not told from such a text, and an empty field deletes nothing.
        let count = heldText?.count ?? 0
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
#endif
