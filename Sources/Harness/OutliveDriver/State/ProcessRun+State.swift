internal import OutliveModel
internal import OutliveSupport

extension ProcessRun {
    /// Returns the current state of the subject, or `nil` if it is not running or exits between requests.
    mutating func state() -> ProcessState? {
        guard let exit, exit.current == nil else { return nil }
        let subject = subject
        let restorer = PlaceholderRestorer(
            port: options.port, directory: options.directory, watchDirectory: directory.path, processID: subject,
            token: token)
        return StateReader(
            files: ProcessFiles(processID: subject), family: child.family, restorer: restorer
        )
        .read(&environLocator)
    }
}
