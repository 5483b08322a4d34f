/// An encoder that writes settings as the texts of their spellings.
struct SettingsEncoder: Encoder {
    /// The written texts; a reference, because all containers write to them.
    private final class Texts {
        let spellings: Set<String>
        var values: [String: String] = [:]

        init(_ spellings: Set<String>) { self.spellings = spellings }
    }

    private let texts: Texts
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// Returns the texts of all settings that are not `nil`.
    ///
    /// - Throws: `SettingsError` for a value without a text.
    static func values(of settings: some LaunchSettings, _ spellings: SettingSpellings) throws -> [String: String] {
        let texts = Texts(Set(spellings.all))
        do {
            try settings.encode(to: SettingsEncoder(texts: texts))
        } catch let error as SettingsError {
            throw error
        } catch {
            throw SettingsError(.value, "\(type(of: settings)) cannot be written: \(SettingText.reason(error))")
        }
        return texts.values
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container(texts: texts))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { refuseShape() }

    func singleValueContainer() -> any SingleValueEncodingContainer { refuseShape() }

    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let texts: Texts
        let codingPath: [any CodingKey] = []

        mutating func encodeNil(forKey key: Key) throws { try write(nil, key) }

        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try write(try SettingText.text(of: value, for: key.stringValue), key)
        }

        // The standard library's defaults for these two types throw, and overload resolution would prefer them.
        mutating func encode(_ value: Int128, forKey key: Key) throws { try write(value.settingText, key) }

        mutating func encode(_ value: UInt128, forKey key: Key) throws { try write(value.settingText, key) }

        mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
            if value?.isEmpty == true {
                throw SettingsError(.value, key.stringValue, "cannot be an empty text, which means nil; use nil")
            }
            try write(try value.flatMap { try SettingText.text(of: $0, for: key.stringValue) }, key)
        }

        private func write(_ text: String?, _ key: Key) throws {
            guard texts.spellings.contains(key.stringValue) else {
                throw SettingsError(
                    .declaration, key.stringValue, "is written, but is not a case of CodingKeys; add it")
            }
            texts.values[key.stringValue] = text
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
