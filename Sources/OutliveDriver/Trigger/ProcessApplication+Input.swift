internal import OutliveModel

extension ProcessApplication {
    /// What a reset to an input has to ask for: the arguments of the launch command, and those of the input after them.
    ///
    /// - Throws: `Failure` with `resetFailed` when the trigger reaches nobody who would read an input.
    func change(to input: LaunchInput?, of process: Incarnation) throws -> InputChange {
        guard var input else { return InputChange() }
        let carries =
            switch process.options.reset {
            case .signal: hello != nil
            case .announced: true
            case .exec, .http, nil: false
            }
        guard carries else {
            throw Failure(
                .resetFailed,
                "the trigger '\(configuration.reset?.text ?? "none")' carries no settings: reset with those of the launch, use http, "
                    + "or a signal to an application that links Outlive")
        }
        input.arguments = process.launchedArguments + input.arguments
        return InputChange(to: input)
    }
}

extension Incarnation {
    /// The arguments that the process was launched with, without its program's name and without those of the input.
    fileprivate var launchedArguments: [String] {
        let added = input?.arguments ?? []
        // A wrapper has other arguments than what it runs. The last word ends with a NUL, too.
        let words = ProcessFiles(processID: subject).text("cmdline")?.split(
            separator: "\0", omittingEmptySubsequences: false)
        guard let own = words?.dropFirst().dropLast().map(String.init), own.suffix(added.count).elementsEqual(added)
        else {
            // It has overwritten them, as programs do that change their title.
            return options.launch.arguments
        }
        return Array(own.dropLast(added.count))
    }
}
