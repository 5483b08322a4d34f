#if LiveReset
/// The number of a key in a `KeyTable`.
typealias KeyIndex = UInt32

/// The distinct keys of a table's registrations, each with a number, so that a registration is small and keys are
/// compared as numbers.
///
/// - Memory: The table keeps at most 64 unused keys more than there are used ones. Names may differ from object to
///   object, so that keeping every key would be a leak.
/// - Validity: A number means the same key while a registration uses it. An unused key keeps its number while the table
///   is pinned, as during a sweep that releases the lock between chunks.
///
/// Not thread-safe.
struct KeyTable: ~Copyable {
    /// The size of the cache of numbers, a power of two.
    private static let recentCount = 64
    private static let unusedKept = 64

    /// The keys, and the number of registrations with each.
    private var entries: [(key: RegistrationKey, uses: Int)] = []
    private var numbers: [RegistrationKey: KeyIndex] = [:]
    private var free: [KeyIndex] = []
    private var unused = 0
    private var pins = 0
    /// Numbers of keys by a hash of their site and type.
    ///
    /// Equal keys are often registered one after the other, and a comparison is cheaper than a hash of the texts.
    private var recent = [KeyIndex](repeating: 0, count: recentCount)

    /// The number of stored keys, used or not.
    var count: Int { numbers.count }

    /// Returns the key with a number that is valid.
    subscript(_ number: KeyIndex) -> RegistrationKey { entries[Int(number)].key }

    /// Returns the number of a key, which is stored if it is new.
    ///
    /// The number is valid until the next call, unless the key is used.
    mutating func number(of key: RegistrationKey) -> KeyIndex {
        let slot = Self.slot(of: key)
        let known = recent[slot]
        if Int(known) < entries.count, entries[Int(known)].key == key { return known }
        let number = numbers[key] ?? add(key)
        recent[slot] = number
        return number
    }

    /// Counts a registration that uses a key.
    mutating func use(_ number: KeyIndex) {
        if entries[Int(number)].uses == 0 { unused -= 1 }
        entries[Int(number)].uses += 1
    }

    /// Counts a registration that no longer uses a key.
    mutating func release(_ number: KeyIndex) {
        entries[Int(number)].uses -= 1
        if entries[Int(number)].uses == 0 { unused += 1 }
    }

    /// Keeps unused keys until `unpin` has been called as often.
    mutating func pin() { pins += 1 }

    /// Ends the effect of one `pin`.
    mutating func unpin() { pins -= 1 }

    private static func slot(of key: RegistrationKey) -> Int {
        let type = UInt(bitPattern: ObjectIdentifier(key.type))
        let site = UInt(key.line) &* 31 &+ UInt(key.column)
        return Int((UInt64(type >> 3 &+ site) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (recentCount - 1)
    }

    private mutating func add(_ key: RegistrationKey) -> KeyIndex {
        removeUnused()
        let number: KeyIndex
        if let reused = free.popLast() {
            number = reused
            entries[Int(number)] = (key, 0)
        } else {
            number = KeyIndex(entries.count)
            entries.append((key, 0))
        }
        numbers[key] = number
        unused += 1
        return number
    }

    /// Removes unused keys if they are more than the used ones, so that each addition has a constant cost on average.
    private mutating func removeUnused() {
        guard pins == 0, unused >= numbers.count - unused + Self.unusedKept else { return }
        for number in entries.indices where entries[number].uses == 0 {
            guard numbers.removeValue(forKey: entries[number].key) != nil else { continue }
            entries[number].key = .vacant
            free.append(KeyIndex(number))
        }
        unused = 0
    }
}

extension RegistrationKey {
    /// The key of an entry without one; its file is empty, so it equals no key of a registration.
    fileprivate static let vacant = RegistrationKey(
        name: nil, type: LeakRegistry.self, fileID: "", line: 0, column: 0, lifetime: .untilReset)
}
#endif
