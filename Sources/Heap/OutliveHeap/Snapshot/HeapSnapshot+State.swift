internal import OutliveModel

extension HeapSnapshot {
    /// The state of the program in a snapshot that was ordered with it.
    package struct State: Hashable, Sendable {
        /// The mark of the key of the hashes.
        var key: UInt64
        var symbols: Symbols
        var variables: [Variable]
        var values: [StateItem]
    }

    /// What is known of the symbols of the executable.
    enum Symbols: UInt32 {
        case read, stripped, missing
    }

    struct Variable: Hashable, Sendable {
        enum Kind: UInt32 {
            case swift, c, environment, shared, memory, setting, task
        }
        var symbol: String
        var kind: Kind
        var module: UInt32
        var offset: UInt64
        var size: Int
        var isLazy: Bool
        var isInitialised: Bool
        var value: UInt32
        var bytes: Int
        var objects: Int

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            symbol = try item.text(0)
            kind = try item.value(8, "kind of variable")
            module = try item.index(12, in: .modules, "module")
            offset = item.longWord(16)
            size = try item.size(24)
            isLazy = item.word(32) & 1 != 0
            isInitialised = !isLazy || item.word(32) & 2 != 0
            value = try item.index(36, in: .stateValues, "value", isOptional: true)
            bytes = try item.size(40)
            objects = try item.size(48)
        }
    }

    /// An item of the section of values.
    struct StateItem: Hashable, Sendable {
        enum Kind: UInt32 {
            case none, bool, signed, unsigned, float, enumCase, text, data, array, set, dictionary, reference, function,
                existential, metatype, pointer, bytes
        }
        var parent: UInt32
        var variable: UInt32
        var name: String
        var type: String
        var detail: String
        var kind: Kind
        var count: Int
        var absent: Int
        var isWeak: Bool
        var isPartial: Bool
        var number: UInt64
        var hash: UInt64

        init(_ item: SnapshotItem) throws(HeapSnapshotError) {
            parent = try item.index(0, in: .stateValues, "value", isOptional: true)
            variable = try item.index(4, in: .variables, "variable")
            (name, type, detail) = (try item.text(8), try item.text(16), try item.text(24))
            kind = try item.value(32, "kind of value")
            (count, absent) = (Int(item.word(36)), Int(item.word(40)))
            isWeak = item.word(44) & 1 != 0
            isPartial = item.word(44) & 2 != 0
            (number, hash) = (item.longWord(48), item.longWord(56))
        }
    }
}

extension HeapSnapshot.State {
    /// Reads the sections of the state.
    ///
    /// - Returns: `nil` if the file has none.
    init?(_ file: SnapshotReader) throws(HeapSnapshotError) {
        guard file.has(.variables) || file.has(.stateKey) else { return nil }
        let key = try file.items(.stateKey) { item throws(HeapSnapshotError) in
            (mark: item.longWord(0), symbols: try item.value(8, "state of symbols") as HeapSnapshot.Symbols)
        }.first
        (self.key, symbols) = (key?.mark ?? 0, key?.symbols ?? .missing)
        variables = try file.items(.variables, HeapSnapshot.Variable.init)
        values = try file.items(.stateValues, HeapSnapshot.StateItem.init)
        for (index, value) in values.enumerated() where value.parent != HeapSnapshot.none {
            guard value.parent < index, values[Int(value.parent)].variable == value.variable else {
                throw HeapSnapshotError(
                    "the value does not follow the one that contains it", at: file.offset(of: index, in: .stateValues))
            }
        }
    }
}
