internal import OutliveSupport

/// The validated spellings of a type's settings.
struct SettingSpellings {
    /// All spellings, in the order of their declaration.
    let all: [String]

    var arguments: [String] { all.filter { $0.hasPrefix("-") } }
    var variables: [String] { all.filter { !$0.hasPrefix("-") } }

    /// Collects the spellings.
    ///
    /// - Throws: `SettingsError` for an invalid spelling, which is an error of the declaration.
    init<Keys: CodingKey & CaseIterable & RawRepresentable>(of keys: Keys.Type) throws where Keys.RawValue == String {
        var seen: Set<String> = []
        for key in keys.allCases {
            let name = key.rawValue
            func refuse(_ why: String) -> SettingsError {
                SettingsError(.declaration, name, "cannot be the spelling of a setting: \(why)")
            }
            if name.allSatisfy({ $0 == "-" }) { throw refuse("it has nothing but dashes") }
            if name.utf8.contains(where: { "=\0".utf8.contains($0) }) { throw refuse("it contains '=' or a NUL") }
            if name.hasPrefix("OUTLIVE_") { throw refuse("names that begin with OUTLIVE_ are reserved") }
            if name != key.stringValue { throw refuse("the string value of its key is '\(key.stringValue)'") }
            if !seen.insert(name).inserted { throw refuse("another setting has the same spelling") }
        }
        all = keys.allCases.map(\.rawValue)
    }
}

extension Collection<String> {
    /// Returns the most likely correction of a misspelled word, or `nil` if none is similar.
    func nearest(to word: String) -> String? {
        // A longer word is not a misspelled setting, and the comparison would be slow.
        guard word.utf8.count <= 100 else { return nil }
        func letters(_ text: String) -> String { String(text.lowercased().drop(while: { $0 == "-" })) }
        let typed = letters(word)
        let near = map { (name: $0, distance: typed.editDistance(to: letters($0))) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let near, near.distance <= Swift.max(1, typed.count / 3) else { return nil }
        return near.name
    }
}

/// The grammar of launch arguments, which separates settings, their values and other words.
struct ArgumentWords {
    /// The spellings of the settings that are arguments.
    let spellings: Set<String>
    /// The spellings of Boolean settings, which need no value.
    let flags: Set<String>
    /// The treatment of words that are not settings.
    let others: OtherArguments

    /// Reads the values of the settings.
    ///
    /// - Throws: `SettingsError` for a setting without a value or with two different values, and for a refused word.
    func read(_ words: [String]) throws -> [String: String] {
        var values: [String: String] = [:]
        var rest = words[...]
        while let word = rest.popFirst() {
            let (name, attached) = Self.split(word)
            guard spellings.contains(name) else {
                try refuse(word, name)
                if word == "--" {
                    if let operand = rest.first { try refuse(operand, operand) }
                    break
                }
                continue
            }
            let value = try attached ?? following(name, &rest)
            if let earlier = values.updateValue(value, forKey: name), earlier != value {
                throw SettingsError(
                    .repeated, name,
                    "is given twice, as \(earlier.quotedForLine) and as \(value.quotedForLine); give it once")
            }
        }
        return values
    }

    /// Returns the words for a setting.
    ///
    /// - Parameters:
    ///   - name: The spelling of the setting.
    ///   - value: The value as text, or `nil` for none.
    ///   - isFlag: `true` for a Boolean setting.
    static func words(_ name: String, _ value: String?, isFlag: Bool) -> [String] {
        guard let value else { return [name + "="] }
        if isFlag { return [Bool(settingText: value) == true ? name : name + "=false"] }
        // As a separate word, a value with a leading dash could be mistaken for a setting.
        return value.hasPrefix("-") ? [name + "=" + value] : [name, value]
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.utf8.index(after: sign)...]))
    }

    private func following(_ name: String, _ rest: inout ArraySlice<String>) throws -> String {
        if flags.contains(name) {
            guard let next = rest.first, Bool(settingText: next) != nil else { return "1" }
            return rest.removeFirst()
        }
        guard let next = rest.first, next != "--", !spellings.contains(Self.split(next).name) else {
            throw SettingsError(.missingValue, name, "has no value; write \(name)=VALUE")
        }
        return rest.removeFirst()
    }

    private func refuse(_ word: String, _ name: String) throws {
        guard others == .refused, word != "--" else { return }
        let hint =
            if let near = spellings.nearest(to: name) {
                "did you mean \(near)?"
            } else if spellings.isEmpty {
                "no setting is an argument"
            } else {
                "valid ones are \(spellings.sorted().joined(separator: ", ")); others: .ignored skips other arguments"
            }
        throw SettingsError(.unknown, word, "is not a setting; \(hint)")
    }
}
