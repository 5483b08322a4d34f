/// Keys that are held while another one is pressed.
public struct KeyModifiers: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// A bit for each key.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Control.
    public static let control = Self(rawValue: 1)
    /// Alt.
    public static let alt = Self(rawValue: 2)
    /// Shift.
    public static let shift = Self(rawValue: 4)
    /// The key with the mark of a system, on X11 Super.
    public static let command = Self(rawValue: 8)

    private static let all: [(modifier: Self, name: String, keysym: Int)] = [
        (.control, "control", 0xffe3), (.alt, "alt", 0xffe9), (.shift, "shift", 0xffe1), (.command, "command", 0xffeb),
    ]

    /// Such as `control+shift`.
    public var description: String {
        Self.all.filter { contains($0.modifier) }.map(\.name).joined(separator: "+")
    }

    /// Each of them by itself, in the order in which they are held.
    var parts: [KeyModifiers] { Self.all.map(\.modifier).filter(contains) }

    /// X11's number of what the key means; of the first of several.
    var keysym: Int { Self.all.first { contains($0.modifier) }?.keysym ?? 0 }

    /// How a key is called that is pressed with them, such as `control+s`.
    func words(with key: Key) -> String { isEmpty ? "\(key)" : "\(self)+\(key)" }
}
