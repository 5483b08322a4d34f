internal import OutliveModel

/// Launches applications as processes of their own, without a shell.
///
/// All of their private directories are in one, which goes when the launcher and its applications do.
public struct ProcessLauncher: Launcher {
    private let configuration: ApplicationConfiguration
    private let root: PrivateDirectory

    /// Prepares to launch what the configuration describes.
    ///
    /// - Parameter removingAtExit: whether all that is left is to go when this process exits or is interrupted; for a
    ///   process that does not see to that itself.
    /// - Throws: `Failure` when no private directory can be made.
    public init(_ configuration: ApplicationConfiguration, removingAtExit: Bool = false) throws {
        self.configuration = configuration
        root = try PrivateDirectory(removingAtExit: removingAtExit)
    }

    /// Whether the launch command holds a placeholder by which two instances are kept apart.
    public var isolatesInstances: Bool { configuration.isolatesInstances }

    /// Prepares an instance, not yet started.
    public func application(instance: Int) async throws -> any Application {
        ProcessApplication(configuration, instance: instance, root: root)
    }

    /// Removes the private directories now; to be called when all is stopped and the process is about to exit.
    public func removeDirectories() {
        root.remove()
    }
}
