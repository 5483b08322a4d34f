// Texts that the kit enters into fields that take keys as a person's do; writes what each holds then.

/// A field that puts the caret behind its text when it is tapped, but for what is scrolled out of it.
@MainActor final class Field: XCUIElement {
    private var text = ""
    private var scrolled = 0
    private var caret = 0
    private var type = ElementType.textField

    convenience init(_ text: String, scrolled: Int = 0, type: ElementType = .textField) {
        self.init()
        (self.text, self.scrolled, self.type) = (text, scrolled, type)
    }

    override var exists: Bool { true }
    override var isHittable: Bool { true }
    override var elementType: ElementType { type }
    override var placeholderValue: String? { "Name" }
    override var value: Any? {
        guard !text.isEmpty else { return placeholderValue }
        return type == .secureTextField ? String(repeating: "*", count: text.count) : text
    }
    nonisolated override var description: String { "\"Name\" TextField" }
    var written: String { text.isEmpty ? "-" : text }

    override func coordinate(withNormalizedOffset _: CGVector) -> XCUICoordinate {
        let end = Spot()
        end.tapped = { self.caret = self.text.count - self.scrolled }
        return end
    }

    override func typeText(_ keys: String) {
        for key in keys {
            let place = text.index(text.startIndex, offsetBy: caret)
            if String(key) != XCUIKeyboardKey.delete.rawValue {
                text.insert(key, at: place)
                caret += 1
            } else if caret > 0 {
                text.remove(at: text.index(before: place))
                caret -= 1
            }
        }
    }
}

/// A place in a field.
@MainActor final class Spot: XCUICoordinate {
    var tapped: () -> Void = {}

    override func tap() { tapped() }
}

@main @MainActor enum Fields {
    static func main() async {
        await enter("Milk", into: Field("Bread"), "short")
        await enter("Milk", into: Field(""), "empty")
        await enter("", into: Field("Bread"), "cleared")
        await enter("Milk", into: Field("Name"), "as its placeholder")
        await enter("Milk", into: Field("secret", type: .secureTextField), "secure")
        await enter("Milk", into: Field("Bread", scrolled: 4), "scrolled")
    }

    static func enter(_ text: String, into field: Field, _ name: String) async {
        do {
            try await field.clearAndEnterText(text, within: .zero)
            print("\(name): \(field.written)")
        } catch {
            print("\(name): \(error)")
        }
    }
}
