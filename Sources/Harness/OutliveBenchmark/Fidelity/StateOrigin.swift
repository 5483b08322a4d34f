internal import OutliveModel

/// The origin of a variable, which decides whether a difference fails the run.
enum StateOrigin {
    /// The program, or a module that is not known to be a library: a difference is state that survived.
    case program
    /// A widely used library: its pools, counters and caches change with use.
    case library
    /// A variable in C, whose bytes may be a counter or the number of a process.
    case untyped

    init(_ variable: StateVariable) {
        self = variable.kind == .c ? .untyped : isKnownLibrary(variable.module) ? .library : .program
    }
}

extension ProgramState {
    /// The origin of each variable, by its symbol.
    var origins: [String: StateOrigin] {
        Dictionary(variables.map { ($0.symbol, StateOrigin($0)) }) { first, _ in first }
    }

    /// The symbols of shared objects of the platform, whose first use says nothing of the program.
    var shared: Set<String> { Set(variables.lazy.filter { $0.kind == .shared }.map(\.symbol)) }
}
