internal import OutliveModel

extension ProcessApplication {
    /// Returns the change that a reset requests: the arguments of the launch command followed by those of the input.
    ///
    /// - Throws: `Failure` with `resetFailed` if the trigger cannot carry an input.
    func change(to input: LaunchInput?, of process: ProcessRun) throws -> InputChange {
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
                "the trigger '\(configuration.reset?.text ?? "none")' carries no settings: reset with those of the launch, use "
                    + "http, or a signal to an application that links Outlive")
        }
        input.arguments = process.launchedArguments + input.arguments
        return InputChange(to: input)
    }
}

extension ProcessRun {
    /// The arguments of the process, without its program's name and without those of the input.
    fileprivate var launchedArguments: [String] {
        let added = input?.arguments ?? []
        // Read from the process, because a wrapper's arguments differ from those of its program. The last word ends
        // with a NUL, too.
        let words = ProcessFiles(processID: subject).text("cmdline")?.split(
            separator: "\0", omittingEmptySubsequences: false)
        guard let own = words?.dropFirst().dropLast().map(String.init), own.suffix(added.count).elementsEqual(added)
        else {
            // The process has overwritten them, as programs with a title do.
            return options.launch.arguments
        }
        return Array(own.dropLast(added.count))
    }
}
