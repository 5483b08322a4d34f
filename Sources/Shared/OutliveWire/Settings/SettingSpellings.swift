internal import OutliveSupport

/// The validated spellings of a type's settings.
struct SettingSpellings {
    /// All spellings, in the order of their declaration.
    let all: [String]

    var arguments: [String] { all.filter { $0.hasPrefix("-") } }
    var variables: [String] { all.filter { !$0.hasPrefix("-") } }

    /// Collects the spellings.
    ///
    /// - Throws: `SettingsError` for an invalid spelling, which the declaration has to correct.
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
        // A longer word is no misspelled setting, and the comparison would be slow.
        guard word.utf8.count <= 100 else { return nil }
        func letters(_ text: String) -> String { String(text.lowercased().drop(while: { $0 == "-" })) }
        let typed = letters(word)
        let near = map { (name: $0, distance: typed.editDistance(to: letters($0))) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let near, near.distance <= Swift.max(1, typed.count / 3) else { return nil }
        return near.name
    }
}
