/// The grammar of launch arguments, which separates settings, their values and other words.
struct ArgumentWords {
    /// The spellings of the settings that are arguments.
    let spellings: Set<String>
    /// The spellings of Boolean settings, which need no value.
    let flags: Set<String>
    /// The treatment of words that are no settings.
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
    ///   - name: the spelling of the setting.
    ///   - value: the text of the value; `nil` for none.
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
