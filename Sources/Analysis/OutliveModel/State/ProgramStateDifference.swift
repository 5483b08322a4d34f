/// The variables of a program whose state differs from other processes of it.
package struct ProgramStateDifference: Codable, Hashable, Sendable {
    /// The changes, by variable in the order of the state, the outermost changed path of each.
    package var changes: [StateChange]
    /// The variables that differ among the baselines, or whose hashes cannot be compared, and so are left out.
    package var unstable: [String]
    /// The number of variables that were compared.
    package var compared: Int
    /// `false` if the hashes have different keys, so that texts are compared by their length alone.
    package var comparesContent: Bool

    /// Compares a state with the states of other processes of the same program that did the same work.
    ///
    /// What differs among the baselines differs by chance: it is left out, with all that lies below it.
    ///
    /// - Parameter baselines: At least one.
    /// - Complexity: O(values of all states).
    package init(from baselines: [ProgramState], to state: ProgramState) {
        let comparesContent = baselines.allSatisfy { $0.key == state.key }
        self.comparesContent = comparesContent
        (changes, unstable, compared) = ([], [], 0)
        let others = baselines.map { baseline in
            Dictionary(baseline.variables.map { ($0.identity, $0) }) { first, _ in first }
        }
        for variable in state.variables {
            let before = others.compactMap { $0[variable.identity] }
            guard let first = before.first, before.count == others.count else { continue }
            compared += 1
            if before.allSatisfy({ $0.isEqual(to: variable, withContent: comparesContent) }) { continue }
            var comparison = VariableComparison(before, variable, comparesContent: comparesContent)
            comparison.compare()
            changes += comparison.changes
            if comparison.isUnstable { unstable.append(first.name) }
        }
    }
}

/// A property path whose value changed.
package struct StateChange: Codable, Hashable, Sendable {
    /// The path from the variable on, as the program writes it: `Cache.shared.entries`.
    package var path: String
    package var type: String
    package var old: StateContent
    package var new: StateContent
    package var isStatic: Bool
    /// The number of elements with this path before and after, if it lies below a collection.
    package var counts: Counts?
    /// The mangled name of the variable.
    package var symbol: String
    /// The name of the executable or library, and the place in it.
    package var file: String
    package var offset: UInt64
    /// The line that declares the variable, or `nil` if it is unknown or was not looked up.
    package var line: SourceLine?

    package struct Counts: Codable, Hashable, Sendable {
        package var old: Int
        package var new: Int
    }

    /// What names the same path in every process of a program, as variables of several modules may have one name.
    package struct Key: Hashable, Sendable {
        private var file: String
        private var symbol: String
        private var path: String

        fileprivate init(_ change: StateChange) { (file, symbol, path) = (change.file, change.symbol, change.path) }
    }

    package var key: Key { Key(self) }

    /// What names the variable in the process.
    package var place: VariableIdentity { VariableIdentity(file: file, symbol: symbol, offset: offset) }

    /// `true` if a number rose, as one that counts.
    package var isRise: Bool {
        switch (old, new) {
        case (.signed(let before), .signed(let after)): after > before
        case (.unsigned(let before), .unsigned(let after)): after > before
        case (.number(let before), .number(let after)): after > before
        default: false
        }
    }
}

extension StateVariable {
    /// What names the same variable in every process of a program.
    ///
    /// Files in C may each have a variable with the same name.
    package var identity: VariableIdentity {
        VariableIdentity(file: file, symbol: symbol, offset: kind == .c ? offset : 0)
    }

    /// What names the variable in the process, and in every other one of the same build.
    package var place: VariableIdentity { VariableIdentity(file: file, symbol: symbol, offset: offset) }

    fileprivate func isEqual(to other: StateVariable, withContent: Bool) -> Bool {
        guard isInitialised == other.isInitialised, values.count == other.values.count else { return false }
        return zip(values, other.values).allSatisfy {
            $0.place == $1.place && $0.isEqual(to: $1, withContent: withContent)
        }
    }
}

/// What names a variable in a process, or in every process of a program.
package struct VariableIdentity: Hashable, Sendable {
    fileprivate var file: String
    fileprivate var symbol: String
    fileprivate var offset: UInt64
}

extension StateValue {
    /// What finds the same value in the variable of another process.
    fileprivate struct Place: Hashable {
        var path: String
        var type: String
    }

    /// The number of values that contain it.
    fileprivate func depth(in values: [StateValue]) -> Int {
        parent.map { 1 + values[$0].depth(in: values) } ?? 0
    }

    fileprivate var place: Place { Place(path: path, type: type) }

    fileprivate func isEqual(to other: StateValue, withContent: Bool) -> Bool {
        guard count == other.count, absent == other.absent, !isPartial, !other.isPartial else {
            return count == other.count && absent == other.absent && isPartial && other.isPartial
        }
        guard hash == other.hash || !withContent else { return false }
        // The sum of several numbers says less than their hashes.
        return count > 1 && withContent ? content.isAlike(other.content) : content == other.content
    }
}

/// The comparison of one variable.
private struct VariableComparison {
    private let before: [StateVariable]
    private let after: StateVariable
    private let comparesContent: Bool
    /// The values of each baseline by their places.
    private let known: [[StateValue.Place: StateValue]]
    private(set) var changes: [StateChange] = []
    private(set) var isUnstable = false

    init(_ before: [StateVariable], _ after: StateVariable, comparesContent: Bool) {
        (self.before, self.after, self.comparesContent) = (before, after, comparesContent)
        known = before.map { Dictionary($0.values.map { ($0.place, $0) }) { first, _ in first } }
    }

    mutating func compare() {
        guard Set(before.map(\.isInitialised)).count == 1 else {
            isUnstable = true
            return
        }
        guard before[0].isInitialised, after.isInitialised else {
            if before[0].isInitialised != after.isInitialised { add(before[0].values.first, after.values.first) }
            return
        }
        // What lies below a path that changed or is unstable is not compared.
        var isClosed = [Bool](repeating: false, count: after.values.count)
        for (index, value) in after.values.enumerated() {
            let isWithinClosed = value.parent.map { isClosed[$0] } ?? false
            isClosed[index] = isWithinClosed || compare(value, known.map { $0[value.place] })
        }
        compareMissing(isClosed)
    }

    /// Compares a value with the baselines. Returns `true` if nothing below it is to be compared.
    private mutating func compare(_ value: StateValue, _ others: [StateValue?]) -> Bool {
        let first = others[0]
        let isStable = others.dropFirst().allSatisfy { other in
            switch (first, other) {
            case (nil, nil): true
            case (let first?, let other?): first.isEqual(to: other, withContent: comparesContent)
            default: false
            }
        }
        guard isStable else {
            isUnstable = true
            // The members of a struct, and of an object that is there, are stable or not each by itself.
            return !others.allSatisfy { $0.map { $0.hasSamePlaces(as: value) } ?? false }
        }
        // The objects of a task come and go with its work: what the present ones lead to is compared.
        if after.kind == .task, value.depth(in: after.values) < 2, first?.count != value.count {
            isUnstable = true
            return true
        }
        guard let first else {
            add(nil, value)
            return true
        }
        if first.isEqual(to: value, withContent: comparesContent) { return false }
        if first.content == .group, value.content == .group, first.count == value.count { return false }
        add(first, value)
        return true
    }

    /// Adds the values that only the baselines have, unless what contains them changed.
    private mutating func compareMissing(_ isClosed: [Bool]) {
        let seen = Set(after.values.map(\.place))
        let open = Set(zip(after.values, isClosed).filter { !$1 }.map(\.0.place))
        for value in before[0].values where !seen.contains(value.place) {
            if after.kind == .task, value.depth(in: before[0].values) < 2 { continue }
            guard let parent = value.parent, open.contains(before[0].values[parent].place) else { continue }
            if known.allSatisfy({ $0[value.place]?.isEqual(to: value, withContent: comparesContent) ?? false }) {
                add(value, nil)
            } else {
                isUnstable = true
            }
        }
    }

    private mutating func add(_ old: StateValue?, _ new: StateValue?) {
        let path = (new ?? old)?.path ?? ""
        func content(_ value: StateValue?, _ variable: StateVariable) -> StateContent {
            value?.content ?? (variable.isInitialised ? .none : .unused)
        }
        let isSeveral = (old?.count ?? 0) > 1 || (new?.count ?? 0) > 1
        changes.append(
            StateChange(
                path: after.name + path, type: (new ?? old)?.type ?? after.type, old: content(old, before[0]),
                new: content(new, after), isStatic: after.isStatic && path.isEmpty,
                counts: isSeveral
                    ? StateChange.Counts(
                        old: (old?.count ?? 0) - (old?.absent ?? 0), new: (new?.count ?? 0) - (new?.absent ?? 0)) : nil,
                symbol: after.symbol, file: after.file, offset: after.offset))
    }
}

extension StateValue {
    /// Returns `true` if what lies below two values can be compared path by path.
    fileprivate func hasSamePlaces(as other: StateValue) -> Bool {
        content.isAlike(other.content) && count == other.count && absent == other.absent
    }
}

extension StateContent {
    /// Returns `true` if two contents are of one kind, whatever their values are.
    fileprivate func isAlike(_ other: StateContent) -> Bool {
        switch (self, other) {
        case (.bool, .bool), (.signed, .signed), (.unsigned, .unsigned), (.number, .number), (.enumCase, .enumCase):
            true
        case (.text(let one), .text(let two)), (.data(let one), .data(let two)): one == two
        case (.array(let one), .array(let two)), (.set(let one), .set(let two)): one == two
        case (.dictionary(let one), .dictionary(let two)): one == two
        default: self == other
        }
    }
}
