/// A decoder that reads settings from the texts of their spellings.
struct SettingsDecoder: Decoder {
    /// The spellings that were decoded as Boolean values.
    private final class Flags {
        var names: Set<String> = []
    }

    private let values: [String: String]
    private let flags: Flags
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Reads settings.
    ///
    /// - Parameter values: the texts by spelling; a missing text is `nil`.
    /// - Throws: `SettingsError` for an invalid text.
    static func settings<Settings: LaunchSettings>(
        _ type: Settings.Type, from values: [String: String]
    ) throws -> Settings {
        try read(type, SettingsDecoder(values: values, flags: Flags()))
    }

    /// Returns the spellings of Boolean settings, optional or not; decoding reveals their types.
    ///
    /// - Throws: `SettingsError` if the defaults cannot be read back.
    static func flags<Settings: LaunchSettings>(
        of type: Settings.Type, defaults: [String: String]
    ) throws -> Set<String> {
        let flags = Flags()
        do {
            _ = try read(type, SettingsDecoder(values: defaults, flags: flags))
        } catch {
            throw SettingsError(.declaration, "the defaults of \(type) cannot be read back: \(error)")
        }
        return flags.names
    }

    private static func read<Settings: LaunchSettings>(
        _ type: Settings.Type, _ decoder: SettingsDecoder
    ) throws -> Settings {
        do {
            return try Settings(from: decoder)
        } catch let error as SettingsError {
            throw error
        } catch {
            throw SettingsError(.value, "\(type) cannot be read: \(SettingText.reason(error))")
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(values: values, flags: flags))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.shape }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.shape }

    private static var shape: SettingsError {
        SettingsError(
            .declaration,
            "settings are read key by key: init(from:) must use only container(keyedBy:) and decode(_:forKey:)")
    }

    private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let values: [String: String]
        let flags: Flags
        let codingPath: [any CodingKey] = []

        var allKeys: [Key] { values.keys.compactMap(Key.init(stringValue:)) }

        func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

        func decodeNil(forKey key: Key) throws -> Bool { values[key.stringValue, default: ""].isEmpty }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try read(key)
        }

        // The standard library's defaults for these two types throw, and overload resolution would prefer them.
        func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try read(key) }

        func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try read(key) }

        private func read<Value: Decodable>(_ key: Key) throws -> Value {
            if Value.self == Bool.self { flags.names.insert(key.stringValue) }
            guard let text = values[key.stringValue] else {
                throw SettingsError(.value, key.stringValue, "has neither a value nor a default")
            }
            return try SettingText.value(Value.self, of: text, for: key.stringValue)
        }

        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
            flags.names.insert(key.stringValue)
            return try decodeNil(forKey: key) ? nil : decode(type, forKey: key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw SettingsDecoder.shape }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw SettingsDecoder.shape
        }

        func superDecoder() throws -> any Decoder { throw SettingsDecoder.shape }

        func superDecoder(forKey key: Key) throws -> any Decoder { throw SettingsDecoder.shape }
    }
}
