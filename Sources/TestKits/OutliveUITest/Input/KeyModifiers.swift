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
    public var description: String {
        Self.all.filter { contains($0.modifier) }.map(\.name).joined(separator: "+")
    }

    /// The single modifiers, in the order in which they are pressed.
    var parts: [KeyModifiers] { Self.all.map(\.modifier).filter(contains) }

    /// The X11 keysym of the first modifier.
    var keysym: Int { Self.all.first { contains($0.modifier) }?.keysym ?? 0 }

    /// Returns the name of a key combination, such as `control+s`.
    func words(with key: Key) -> String { isEmpty ? "\(key)" : "\(self)+\(key)" }
}
