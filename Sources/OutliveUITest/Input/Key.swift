/// A key of the keyboard: a character's, such as `"s"`, or one with a name, such as `.enter` and `.function(5)`.
public struct Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral, CustomStringConvertible {
    /// What it is called, such as `s`, `enter` or `F5`.
    public let description: String
    /// X11's number of what the key means.
    let keysym: Int

    private init(_ name: String, _ keysym: Int) {
        (description, self.keysym) = (name, keysym)
    }

    /// The key that writes a character.
    ///
    /// The keyboard has to have it; `typeText` enters any text.
    public init(_ character: Character) {
        let scalar = Int(character.unicodeScalars.first?.value ?? 0)
        // X11 numbers Latin-1 as it is, and all else by Unicode from a number on.
        self.init(character == " " ? "space" : "\(character)", scalar < 0x100 ? scalar : 0x0100_0000 + scalar)
    }

    /// The key that writes a character.
    public init(extendedGraphemeClusterLiteral character: Character) {
        self.init(character)
    }

    /// A function key, 1 to 12.
    public static func function(_ number: Int) -> Key {
        precondition((1...12).contains(number), "a keyboard has the function keys 1 to 12")
        return Key("F\(number)", 0xffbd + number)
    }

    /// The key that ends a line, or presses the default button.
    public static let enter = Key("enter", 0xff0d)
    /// The key that closes what is open.
    public static let escape = Key("escape", 0xff1b)
    /// The key that moves the focus on.
    public static let tab = Key("tab", 0xff09)
    /// The key that removes what is before the caret.
    public static let backspace = Key("backspace", 0xff08)
    /// The key that removes what is after the caret.
    public static let delete = Key("delete", 0xffff)
    /// The arrow up.
    public static let up = Key("up", 0xff52)
    /// The arrow down.
    public static let down = Key("down", 0xff54)
    /// The arrow to the left.
    public static let left = Key("left", 0xff51)
    /// The arrow to the right.
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
