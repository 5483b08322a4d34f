internal import FoundationEssentials

/// An executable that SwiftPM has built beside the running tests.
///
/// SwiftPM builds it before the tests if their target depends on the executable's target.
public enum BuiltProduct {
    /// Returns the path of an executable.
    ///
    /// - Parameter name: the name of the executable product or target.
    /// - Throws: `UsageError` if the executable does not exist.
    public static func path(_ name: String) throws(UsageError) -> String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let path = URL(filePath: runner).deletingLastPathComponent().appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw UsageError(
                "there is no executable \(path): let the test target depend on the target '\(name)', so that it is "
                    + "built"
            )
        }
        return path
    }

    /// Returns a launch command for `ApplicationConfiguration`: the executable, quoted for a shell, and its arguments.
    ///
    /// - Throws: `UsageError` if the executable does not exist.
    public static func launch(_ name: String, _ arguments: String = "") throws(UsageError) -> String {
        let word = "'" + (try path(name)).replacing("'", with: #"'\''"#) + "'"
        return arguments.isEmpty ? word : word + " " + arguments
    }
}
