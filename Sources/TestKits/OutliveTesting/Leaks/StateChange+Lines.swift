internal import OutliveModel

extension [StateChange] {
    /// The lines of a failure: each path with its values, and the line that declares the variable.
    var lines: [String] {
        map { change in
            let values = change.values
            let place = change.line.map { ", declared at \($0)" } ?? ""
            return "  \(change.subject): \(values.old) -> \(values.new)\(place)"
        }
    }
}
