internal import OutliveInspect
package import OutliveModel
internal import OutliveSupport

/// The launch of a program that the harness may inspect, where the system asks the program itself for permission.
///
/// Nothing can run between the start of a process and its program. The executable `outlive` does so in its place: it
/// permits the inspection, and becomes the program.
extension Command {
    /// The first argument of `outlive` for such a launch; the program and its arguments follow.
    package static let inspectableLaunch = "--launch-inspectable"

    /// Returns a command that permits its inspection and runs this one in the same process.
    ///
    /// - Parameter outlive: The path of the executable, or `nil` to run the command as it is.
    func permittingInspection(through outlive: String?) -> Command {
        // A missing program is reported by its own name.
        guard let outlive, let executable else { return self }
        return Command(program: outlive, arguments: [Self.inspectableLaunch, executable, program] + arguments)
    }

    /// Returns the path of this executable if launched processes have to permit inspections, or `nil`.
    package static var inspectableLauncher: String? {
        launchedProcessesNeedPermission() ? ProcessFiles(processID: getpid()).target(of: "exe") : nil
    }

    /// Permits the parent to inspect this process, and replaces its program.
    ///
    /// - Parameter words: The path of the program, and its arguments, beginning with its name.
    /// - Returns: the reason why that was not possible.
    package static func becomeInspectable(_ words: [String]) -> Failure {
        guard let path = words.first, words.count > 1 else {
            return Failure(.launch, "\(inspectableLaunch) needs a program and its name")
        }
        permitInspectionByParent()
        var arguments = words.dropFirst().map { strdup($0) } + [nil]
        execv(path, &arguments)
        return Failure(.launch, "cannot start '\(path)': \(systemError())")
    }
}
