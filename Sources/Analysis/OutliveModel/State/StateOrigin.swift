/// The origin of a variable, which decides whether a difference fails the run.
package enum StateOrigin: Hashable, Sendable {
    /// The program, or a module that is not known to be a library: a difference is state that survived.
    case program
    /// A widely used library: its pools, counters and caches change with use.
    case library
    /// A variable in C, whose bytes may be a counter or the number of a process.
    case untyped
    /// The memory of an executable without symbols, whose bytes may be anything.
    case unnamed

    package init(_ variable: StateVariable) {
        self =
            switch variable.kind {
            case .c: .untyped
            case .memory: .unnamed
            case .swift, .shared, .environment, .setting, .task: isKnownLibrary(variable.module) ? .library : .program
            }
    }
}

/// The origins of the changes in a state.
package struct StateOrigins: Sendable {
    private let variables: [String: StateVariable]

    package init(_ state: ProgramState) {
        variables = Dictionary(state.variables.map { ($0.symbol, $0) }) { first, _ in first }
    }

    /// Returns the origin of a change.
    ///
    /// What a program keeps often leads to objects of libraries, whose pools and counters change with use. A setting of
    /// such an object may be the program's, so only numbers and counts are the library's.
    ///
    /// - Complexity: O(values of the variable).
    package func origin(of change: StateChange) -> StateOrigin {
        guard let variable = variables[change.symbol] else { return .program }
        let origin = StateOrigin(variable)
        // What a task of the program keeps is often an object of a library alone, for a connection or a queue.
        guard origin == .program, change.isAmount || variable.kind == .task else { return origin }
        let value = variable.values.first { variable.name + $0.path == change.path && $0.type == change.type }
        return value?.isOfLibrary == true ? .library : .program
    }
}

extension StateChange {
    /// `true` if a number or a count changed.
    fileprivate var isAmount: Bool {
        switch (old, new) {
        case (.signed, .signed), (.unsigned, .unsigned), (.number, .number), (.array, .array), (.set, .set),
            (.dictionary, .dictionary):
            true
        default: counts.map { $0.old != $0.new } ?? false
        }
    }
}

extension ProgramState {
    /// The symbols of shared objects of the platform, whose first use says nothing of the program.
    package var shared: Set<String> { symbols(of: .shared) }

    /// The symbols of functions whose tasks keep objects.
    package var tasks: Set<String> { symbols(of: .task) }

    private func symbols(of kind: StateVariable.Kind) -> Set<String> {
        Set(variables.lazy.filter { $0.kind == kind }.map(\.symbol))
    }
}
