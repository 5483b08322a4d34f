internal import ArgumentParser

/// Refuses output files that are also inputs.
///
/// - Parameters:
///   - files: The output files.
///   - inputs: The paths of the inputs as given, where `-` is standard input.
func refuse(_ files: [ReportFile], thatAre inputs: [String]) throws {
    for file in files {
        for input in inputs where input != "-" && file.isSame(as: input) {
            throw ValidationError("\(file.path) is the report \(input) itself: name another file")
        }
    }
}
