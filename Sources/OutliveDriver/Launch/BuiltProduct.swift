internal import FoundationEssentials

/// An executable that SwiftPM has built beside the running tests.
///
/// A test target that depends on the executable's target has it built before it runs.
public enum BuiltProduct {
    /// The path of an executable.
    ///
    /// - Parameter name: the name of the executable product or target.
    /// - Throws: `UsageError` when it is not there.
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

    /// A launch command for `ApplicationConfiguration`: the executable, quoted as a shell word, and its arguments.
    ///
    /// - Throws: `UsageError` when the executable is not there.
    public static func launch(_ name: String, _ arguments: String = "") throws(UsageError) -> String {
        let word = "'" + (try path(name)).replacing("'", with: #"'\''"#) + "'"
        return arguments.isEmpty ? word : word + " " + arguments
    }
}
