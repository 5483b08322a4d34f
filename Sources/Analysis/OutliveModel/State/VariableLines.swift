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
        var wanted = Set(map(\.place))
        let changed = variables.filter { wanted.remove($0.place) != nil }
        let found = Dictionary(uniqueKeysWithValues: zip(changed.map(\.place), lines(changed)))
        for index in indices { self[index].line = found[self[index].place] ?? nil }
    }
}
