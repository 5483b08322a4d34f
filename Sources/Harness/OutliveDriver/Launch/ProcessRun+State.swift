internal import OutliveModel

extension ProcessRun {
    /// Returns the current state of the subject, or `nil` if it is not running or exits between requests.
    mutating func state() -> ProcessState? {
        guard exit != nil, isRunning else { return nil }
        let subject = subject
        let restorer = PlaceholderRestorer(
            port: options.port, directory: options.directory, watchDirectory: directory.path, processID: subject,
            token: token)
        let files = ProcessFiles(processID: subject)
        return StateReader(
            files: files, held: ResourceReader(files, family: child.family, directory: options.directory),
            restorer: restorer
        ).read(&environLocator)
    }
}
