/// What an application can be told at its launch, and again at each reset, as one value with defaults.
///
///     struct ShopSettings: LaunchSettings {
///         var fixture: String? = nil
///         var pageSize = 20
///         var cleanStorage = false
///
///         enum CodingKeys: String, CodingKey, CaseIterable {
///             case fixture = "-SetupFixture"
///             case pageSize = "--page-size"
///             case cleanStorage = "CLEAN_STORAGE"
///         }
///     }
///
/// The application reads it in every build step with `try ShopSettings(input)`; a test writes it with `try
/// settings.input()`. Both are the same code, so that a name cannot be spelled in two ways.
///
/// - The raw values of `CodingKeys` are the spellings. One that begins with `-` is a launch argument, any other an
///   environment variable. What is named nowhere keeps the value that `init()` gives it.
/// - An argument's value is the next word, or follows a `=`: `--page-size 20`, `--page-size=20`. The next word is the
///   value even where it begins with `-`, unless it is `--` or another setting's spelling: `--offset -5`. `--` ends
///   the options. A setting that is given twice is refused, unless both say the same.
/// - `Bool`: `1`, `true`, `yes`, `0`, `false` or `no`, in either case. An argument alone means true, and one of those
///   words after it is taken as its value: `-CleanStorage NO`. An empty variable is refused, because some mean "off"
///   by it and some "on"; leave it out or write `0`.
/// - Numbers, which are finite, text, enumerations with raw values and `URL` are written as they are; arrays,
///   dictionaries and structures as JSON.
/// - An optional that is empty or not there is nil. Empty text is a value of a `String` that is not optional, and
///   refused for all else.
public protocol LaunchSettings: Codable, Equatable, Sendable {
    /// The settings by their spellings.
    associatedtype CodingKeys: CodingKey & CaseIterable & Hashable & RawRepresentable
    where CodingKeys.RawValue == String

    /// Makes the defaults.
    init()

    /// The settings that a reset cannot change: the application has to be launched anew for them; none by default.
    static var relaunchOnly: Set<CodingKeys> { get }
}

extension LaunchSettings {
    /// No setting needs a relaunch.
    public static var relaunchOnly: Set<CodingKeys> { [] }

    /// Reads the settings out of what a launch or a reset gave.
    ///
    /// - Parameters:
    ///   - input: the arguments and variables; its fixture is not looked at.
    ///   - others: whether the application has arguments besides these.
    /// - Throws: `SettingsError` that names the setting which cannot be used, or the unknown argument.
    public init(_ input: LaunchInput, others: OtherArguments = .refused) throws {
        let spellings = try SettingSpellings(of: CodingKeys.self)
        let defaults = try SettingsEncoder.values(of: Self(), spellings)
        let flags = try SettingsDecoder.flags(of: Self.self, defaults: defaults)

        var values = defaults
        for name in spellings.variables {
            if let text = input.environment[name] { values[name] = text }
        }
        let words = ArgumentWords(spellings: Set(spellings.arguments), flags: flags, others: others)
        values.merge(try words.read(input.arguments)) { _, given in given }
        if let name = spellings.all.first(where: { values[$0]?.utf8.contains(0) == true }) {
            throw SettingsError(.value, name, "holds a NUL, which no launch could pass on")
        }
        self = try SettingsDecoder.settings(Self.self, from: values)
    }

    /// Writes the settings as a launch or a reset takes them.
    ///
    /// Arguments are written where they differ from the defaults, as a reset replaces all of them. Variables are all
    /// written, `0` for false and empty for nil, so that a reset undoes what the launch was given.
    ///
    /// - Returns: an input without a fixture, from which `init(_:others:)` reads an equal value.
    /// - Throws: `SettingsError` for what cannot be written so: a NUL in a text, a number that is not finite, an empty
    ///   text where nil is possible, or a value that would be read back as another.
    public func input() throws -> LaunchInput {
        let spellings = try SettingSpellings(of: CodingKeys.self)
        let values = try SettingsEncoder.values(of: self, spellings)
        let defaults = try SettingsEncoder.values(of: Self(), spellings)
        let flags = try SettingsDecoder.flags(of: Self.self, defaults: defaults)

        var input = LaunchInput()
        for name in spellings.variables { input.environment[name] = values[name] ?? "" }
        for name in spellings.arguments where values[name] != defaults[name] {
            input.arguments += ArgumentWords.words(name, values[name], isFlag: flags.contains(name))
        }
        guard try Self(input) == self else {
            throw SettingsError(
                .value,
                "this \(Self.self) is read back as another value; look at its == and at the coding it brings along")
        }
        return input
    }

    /// The spellings of the settings that differ from another value's and that only a relaunch can change.
    ///
    /// - Throws: `SettingsError` where one of the two cannot be written.
    public func relaunchOnlyChanges(from other: Self) throws -> [String] {
        let spellings = try SettingSpellings(of: CodingKeys.self)
        let values = try SettingsEncoder.values(of: self, spellings)
        let others = try SettingsEncoder.values(of: other, spellings)
        return try CodingKeys.allCases.filter(Self.relaunchOnly.contains).map(\.rawValue).filter { name in
            guard values[name] != others[name] else { return false }
            // A set may be written in any order: only the values tell whether they differ.
            var changed = others
            changed[name] = values[name]
            return try SettingsDecoder.settings(Self.self, from: changed) != other
        }
    }
}
