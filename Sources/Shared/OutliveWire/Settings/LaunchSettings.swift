/// The settings of an application at launch and at each reset, as one value with defaults.
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
/// The application reads the settings in every build step with `try ShopSettings(input)`; a test writes them with `try
/// settings.input()`. Both share this type, so the spellings always agree.
///
/// - The raw values of `CodingKeys` are the spellings. A spelling that begins with `-` is a launch argument, any other
///   an environment variable. A setting that is not given keeps its value from `init()`.
/// - The value of an argument is the next word, or follows an `=`: `--page-size 20`, `--page-size=20`. The next word is
///   the value even if it begins with `-`, as in `--offset -5`, unless it is `--` or the spelling of a setting. `--`
///   ends the options. A setting with two different values is refused.
/// - A `Bool` is `1`, `true`, `yes`, `0`, `false` or `no`, in upper or lower case. An argument without a value means
///   true. If one of those words follows, it is the value: `-CleanStorage NO`. An empty variable is refused, because
///   conventions differ on its meaning; omit it or write `0`.
/// - Finite numbers, strings, enumerations with raw values and `URL` are written directly; arrays, dictionaries and
///   structures are written as JSON.
/// - An optional that is empty or missing is `nil`. An empty value is valid for a `String` that is not optional, and
///   refused for all other types.
public protocol LaunchSettings: Codable, Equatable, Sendable {
    /// The settings, with their spellings as raw values.
    associatedtype CodingKeys: CodingKey & CaseIterable & Hashable & RawRepresentable
    where CodingKeys.RawValue == String

    /// Creates the defaults.
    init()

    /// The settings that only a relaunch can change, not a reset; none by default.
    static var relaunchOnly: Set<CodingKeys> { get }
}

extension LaunchSettings {
    /// The empty set: every setting can change with a reset.
    public static var relaunchOnly: Set<CodingKeys> { [] }

    /// Reads the settings from the input of a launch or a reset.
    ///
    /// - Parameters:
    ///   - input: The arguments and variables; its fixture is ignored.
    ///   - others: The treatment of arguments that are not settings.
    /// - Throws: `SettingsError` with the spelling of the invalid setting or the unknown argument.
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
            throw SettingsError(.value, name, "contains a NUL, which a launch cannot pass")
        }
        self = try SettingsDecoder.settings(Self.self, from: values)
    }

    /// Writes the settings as the input of a launch or a reset.
    ///
    /// Arguments are written only if they differ from the defaults, because a reset replaces all of them. Variables are
    /// always written, with `0` for false and an empty value for `nil`, so that a reset overrides the launch.
    ///
    /// - Returns: An input without a fixture, from which `init(_:others:)` reads an equal value.
    /// - Throws: `SettingsError` for a value that cannot be written: a string with a NUL, a number that is not finite,
    ///   an empty string for an optional, or a value that would be read back as a different one.
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
                "this \(Self.self) is read back as another value; check its == and its custom coding")
        }
        return input
    }

    /// Returns the spellings of the settings that differ from `other` and that only a relaunch can change.
    ///
    /// - Throws: `SettingsError` if one of the two values cannot be written.
    public func relaunchOnlyChanges(from other: Self) throws -> [String] {
        let spellings = try SettingSpellings(of: CodingKeys.self)
        let values = try SettingsEncoder.values(of: self, spellings)
        let others = try SettingsEncoder.values(of: other, spellings)
        return try CodingKeys.allCases.filter(Self.relaunchOnly.contains).map(\.rawValue).filter { name in
            guard values[name] != others[name] else { return false }
            // A set may be encoded in any order, so the decoded values are compared.
            var changed = others
            changed[name] = values[name]
            return try SettingsDecoder.settings(Self.self, from: changed) != other
        }
    }
}

/// The treatment of launch arguments that are not settings.
public enum OtherArguments: Hashable, Sendable {
    /// They are refused, with a suggestion if a setting has a similar spelling.
    case refused
    /// They are skipped, because the application has options, commands or operands of its own.
    ///
    /// An option of the application whose value equals the spelling of a setting is misread as that setting.
    case ignored
}
