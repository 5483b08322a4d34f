/// A key of the keyboard: a character such as `"s"`, or a named key such as `.enter` and `.function(5)`.
public struct Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral, CustomStringConvertible {
    /// The name of the key, such as `s`, `enter` or `F5`.
    public let description: String
    /// The X11 keysym.
    let keysym: Int

    private init(_ name: String, _ keysym: Int) {
        (description, self.keysym) = (name, keysym)
    }

    /// Creates the key of a character.
    ///
    /// The keyboard must have that key. `typeText` enters any text.
    public init(_ character: Character) {
        let scalar = Int(character.unicodeScalars.first?.value ?? 0)
        // X11 keysyms of Latin-1 characters equal their code. Others are Unicode with an offset.
        self.init(character == " " ? "space" : "\(character)", scalar < 0x100 ? scalar : 0x0100_0000 + scalar)
    }

    /// Creates the key of a character.
    public init(extendedGraphemeClusterLiteral character: Character) {
        self.init(character)
    }

    /// Returns a function key, 1 to 12.
    public static func function(_ number: Int) -> Key {
        precondition((1...12).contains(number), "a keyboard has the function keys 1 to 12")
        return Key("F\(number)", 0xffbd + number)
    }

    /// The key that ends a line or presses the default button.
    public static let enter = Key("enter", 0xff0d)
    /// The key that closes a menu or dialog.
    public static let escape = Key("escape", 0xff1b)
    /// The key that moves the focus to the next element.
    public static let tab = Key("tab", 0xff09)
    /// The key that deletes before the caret.
    public static let backspace = Key("backspace", 0xff08)
    /// The key that deletes after the caret.
    public static let delete = Key("delete", 0xffff)
    /// The up arrow.
    public static let up = Key("up", 0xff52)
    /// The down arrow.
    public static let down = Key("down", 0xff54)
    /// The left arrow.
    public static let left = Key("left", 0xff51)
    /// The right arrow.
    public static let right = Key("right", 0xff53)
    /// The key that moves to the beginning.
    public static let home = Key("home", 0xff50)
    /// The key that moves to the end.
    public static let end = Key("end", 0xff57)
    /// The key that moves up by a page.
    public static let pageUp = Key("page up", 0xff55)
    /// The key that moves down by a page.
    public static let pageDown = Key("page down", 0xff56)
    /// The space bar.
    public static let space = Key(" ")
}
