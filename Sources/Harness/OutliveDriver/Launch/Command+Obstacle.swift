internal import FoundationEssentials
internal import OutliveSupport
internal import Subprocess
internal import SystemPackage

extension Command {
    /// Returns the reason why the program cannot be started, and the remedy, as the end of a sentence.
    func obstacle(to error: any Error) -> String {
        guard let error = error as? SubprocessError else { return "\(error)" }
        guard error.code == .executableNotFound else {
            let reason = error.underlyingError.map { "\($0)" } ?? "\(error)"
            return error.underlyingError == .execFormatError
                ? "\(reason); it is a script without #! in its first line, or a program for another machine" : reason
        }
        return obstacleToFinding
    }

    /// The reason why the program is not found or not executable, and the remedy, as the end of a sentence.
    var obstacleToFinding: String {
        guard let file = places.first(where: { access($0, F_OK) == 0 }) else {
            return "there is no such program; check the name and PATH"
        }
        if Self.isFolder(file) { return "\(file) is a folder; name a program" }
        if access(file, X_OK) != 0 { return "\(file) is not executable; check its permissions" }
        return "\(file) exists, but what runs it does not; check its first line and the libraries it needs"
    }

    /// The path of the file to run, or `nil` if no candidate is executable.
    var executable: String? { places.first { access($0, X_OK) == 0 && !Self.isFolder($0) } }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// `true` if the program exists and is executable.
    package var isInstalled: Bool { executable != nil }

    /// The candidate paths of the program.
    private var places: [String] {
        if program.contains("/") { return [program] }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/\(program)" }
    }
}
