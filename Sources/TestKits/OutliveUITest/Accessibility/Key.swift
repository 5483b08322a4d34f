/// A key of the keyboard: a character such as `"s"`, or a named key such as `.enter` and `.function(5)`.
public struct Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral, CustomStringConvertible {
    /// The name of the key, such as `s`, `enter` or `F5`.
    public let description: String
    /// The X11 keysym.
    let keysym: Int

    private init(_ name: String, _ keysym: Int) { (description, self.keysym) = (name, keysym) }

    /// Creates the key of a character.
    ///
    /// The keyboard must have that key. To enter any text, use `typeText`.
    public init(_ character: Character) {
        let scalar = Int(character.unicodeScalars.first?.value ?? 0)
        // The X11 keysym of a Latin-1 character is its code. For other characters it is the Unicode value plus an
        // offset.
        self.init(character == " " ? "space" : "\(character)", scalar < 0x100 ? scalar : 0x0100_0000 + scalar)
    }

    /// Creates the key of a character.
    public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }

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

/// The keys held while another one is pressed.
public struct KeyModifiers: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// A bit for each key.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Control.
    public static let control = Self(rawValue: 1)
    /// Alt.
    public static let alt = Self(rawValue: 2)
    /// Shift.
    public static let shift = Self(rawValue: 4)
    /// The key with the operating system's logo; on X11, Super.
    public static let command = Self(rawValue: 8)

    private static let all: [(modifier: Self, name: String, keysym: Int)] = [
        (.control, "control", 0xffe3), (.alt, "alt", 0xffe9), (.shift, "shift", 0xffe1), (.command, "command", 0xffeb),
    ]

    /// A description such as `control+shift`.
    public var description: String { Self.all.filter { contains($0.modifier) }.map(\.name).joined(separator: "+") }
    /// The individual modifiers, in the order in which they are pressed.
    var parts: [KeyModifiers] { Self.all.map(\.modifier).filter(contains) }
    /// The X11 keysym of the first modifier.
    var keysym: Int { Self.all.first { contains($0.modifier) }?.keysym ?? 0 }

    /// Returns the name of a key combination, such as `control+s`.
    func description(with key: Key) -> String { isEmpty ? "\(key)" : "\(self)+\(key)" }
}
