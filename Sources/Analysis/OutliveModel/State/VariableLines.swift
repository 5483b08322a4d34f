/// A function that returns the lines that declare variables, each `nil` if it is unknown.
package typealias VariableLines = @Sendable ([StateVariable]) -> [SourceLine?]

extension [StateChange] {
    /// Adds the lines that declare the changed variables.
    ///
    /// No other variable is looked up, because debug information takes long to read.
    ///
    /// - Parameters:
    ///   - variables: Variables of the program, the changed ones among them.
    ///   - lines: Called at most once, with each changed variable once.
    /// - Complexity: O(changes + variables), without the time that `lines` takes.
    package mutating func addLines(of variables: [StateVariable], from lines: VariableLines) {
        guard !isEmpty else { return }
        var wanted = Set(map(VariablePlace.init))
        let changed = variables.filter { wanted.remove(VariablePlace($0)) != nil }
        let found = Dictionary(uniqueKeysWithValues: zip(changed.map(VariablePlace.init), lines(changed)))
        for index in indices { self[index].line = found[VariablePlace(self[index])] ?? nil }
    }
}

/// What distinguishes the variables of a program.
private struct VariablePlace: Hashable {
    var file: String
    var symbol: String
    var offset: UInt64

    init(_ variable: StateVariable) { (file, symbol, offset) = (variable.file, variable.symbol, variable.offset) }
    init(_ change: StateChange) { (file, symbol, offset) = (change.file, change.symbol, change.offset) }
}
