/// A decoder that reads settings from their values as text, by spelling.
final class SettingsDecoder: Decoder {
    private let values: [String: String]
    /// The spellings that were decoded as Boolean values.
    private var flags: Set<String> = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(values: [String: String]) { self.values = values }

    /// Reads settings.
    ///
    /// - Parameter values: The values as text, by spelling. A missing value is `nil`.
    /// - Throws: `SettingsError` for an invalid value.
    static func settings<Settings: LaunchSettings>(
        _ type: Settings.Type, from values: [String: String]
    ) throws -> Settings {
        try read(type, SettingsDecoder(values: values))
    }

    /// Returns the spellings of Boolean settings, optional or not, found by decoding the defaults.
    ///
    /// - Throws: `SettingsError` if the defaults cannot be read back.
    static func flags<Settings: LaunchSettings>(
        of type: Settings.Type, defaults: [String: String]
    ) throws -> Set<String> {
        let decoder = SettingsDecoder(values: defaults)
        do {
            _ = try read(type, decoder)
        } catch {
            throw SettingsError(.declaration, "the defaults of \(type) cannot be read back: \(error)")
        }
        return decoder.flags
    }

    private static func read<Settings: LaunchSettings>(
        _ type: Settings.Type, _ decoder: SettingsDecoder
    ) throws -> Settings {
        do {
            return try Settings(from: decoder)
        } catch let error as SettingsError {
            throw error
        } catch {
            throw SettingsError(.value, "\(type) cannot be read: \(codingFailure(error))")
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.shape }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.shape }

    private static var shape: SettingsError {
        SettingsError(
            .declaration,
            "settings are read key by key: init(from:) must use only container(keyedBy:) and decode(_:forKey:)")
    }

    private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: SettingsDecoder
        let codingPath: [any CodingKey] = []

        private var values: [String: String] { decoder.values }

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
            if Value.self == Bool.self { decoder.flags.insert(key.stringValue) }
            guard let text = values[key.stringValue] else {
                throw SettingsError(.value, key.stringValue, "has neither a value nor a default")
            }
            return try settingValue(Value.self, of: text, for: key.stringValue)
        }

        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
            decoder.flags.insert(key.stringValue)
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

/// An encoder that writes settings as text, by spelling.
final class SettingsEncoder: Encoder {
    private let spellings: Set<String>
    /// The values written so far, by all containers.
    private var values: [String: String] = [:]
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(_ spellings: Set<String>) { self.spellings = spellings }

    /// Returns the values of all settings that are not `nil`, as text by spelling.
    ///
    /// - Throws: `SettingsError` for a value that cannot be expressed as text.
    static func values(of settings: some LaunchSettings, _ spellings: SettingSpellings) throws -> [String: String] {
        let encoder = SettingsEncoder(Set(spellings.all))
        do {
            try settings.encode(to: encoder)
        } catch let error as SettingsError {
            throw error
        } catch {
            throw SettingsError(.value, "\(type(of: settings)) cannot be written: \(codingFailure(error))")
        }
        return encoder.values
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { refuseShape() }

    func singleValueContainer() -> any SingleValueEncodingContainer { refuseShape() }

    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: SettingsEncoder
        let codingPath: [any CodingKey] = []

        mutating func encodeNil(forKey key: Key) throws { try write(nil, key) }

        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try write(try settingText(of: value, for: key.stringValue), key)
        }

        // The standard library's defaults for these two types throw, and overload resolution would prefer them.
        mutating func encode(_ value: Int128, forKey key: Key) throws { try write(value.settingText, key) }

        mutating func encode(_ value: UInt128, forKey key: Key) throws { try write(value.settingText, key) }

        mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
            if value?.isEmpty == true {
                throw SettingsError(.value, key.stringValue, "cannot be an empty text, which means nil; use nil")
            }
            try write(try value.flatMap { try settingText(of: $0, for: key.stringValue) }, key)
        }

        private func write(_ text: String?, _ key: Key) throws {
            guard encoder.spellings.contains(key.stringValue) else {
                throw SettingsError(
                    .declaration, key.stringValue, "is written, but is not a case of CodingKeys; add it")
            }
            encoder.values[key.stringValue] = text
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { refuseShape() }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { refuseShape() }

        mutating func superEncoder() -> any Encoder { refuseShape() }

        mutating func superEncoder(forKey key: Key) -> any Encoder { refuseShape() }
    }
}

/// Ends the program, because a request for a container cannot throw.
private func refuseShape() -> Never {
    preconditionFailure(
        "settings are written key by key: encode(to:) must use only container(keyedBy:) and encode(_:forKey:)")
}
