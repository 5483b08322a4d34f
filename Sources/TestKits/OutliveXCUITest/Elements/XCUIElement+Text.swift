#if canImport(XCUIAutomation)
internal import CoreGraphics
internal import Foundation
public import XCUIAutomation

extension XCUIElement {
    /// Replaces the text of a field, and checks that the field contains the new text.
    ///
    /// On macOS the text is selected and deleted. On other platforms the field is tapped near its end, and its
    /// characters are deleted from there. If old text remains, as in a long or right-to-left text, or if the field
    /// modifies the new text, the call fails. The content of a secure field cannot be checked.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - text: The new text.
    ///   - limit: The longest wait until the field contains it.
    /// - Throws: `ElementError` if the element is not a field, search field or text view, is not hittable, or contains
    ///   another text in the end. `CancellationError` if the task is cancelled.
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

    private var heldText: String? { value as? String }

    private func holds(_ text: String) -> Bool {
        guard exists else { return false }
        // The value of an empty field is its placeholder.
        return heldText ?? "" == text || text.isEmpty && heldText == placeholderValue
    }

    #if canImport(UIKit)
    private func clearText() {
        coordinate(withNormalizedOffset: CGVector(dx: 0.97, dy: 0.9)).tap()
        // A placeholder counts as well, because it cannot be distinguished from a text. Deleting in an empty field has
        // no effect.
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
