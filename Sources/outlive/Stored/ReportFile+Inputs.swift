internal import ArgumentParser

/// Refuses files that would take the place of what is read.
///
/// - Parameters:
///   - files: what is to be written.
///   - inputs: what is read, as it was named; `-` is standard input.
func refuse(_ files: [ReportFile], thatAre inputs: [String]) throws {
    for file in files {
        for input in inputs where input != "-" && file.isSame(as: input) {
            throw ValidationError("\(file.path) is the report \(input) itself: name another file")
        }
    }
}
