internal import OutliveModel

/// A launcher of applications as separate processes, without a shell.
///
/// The private directories of its applications share one parent, which is removed with the launcher and its
/// applications.
package struct ProcessLauncher: Launcher {
    private let configuration: ApplicationConfiguration
    private let root: PrivateDirectory

    /// Prepares to launch a configuration.
    ///
    /// - Parameter removingAtExit: `true` to remove everything when this process exits or is interrupted, for a process
    ///   that does not clean up itself.
    /// - Throws: `Failure` if no private directory can be created, or too few descriptors are left to start a program.
    package init(_ configuration: ApplicationConfiguration, removingAtExit: Bool = false) throws {
        self.configuration = configuration
        // Before the directory: without descriptors it could not be removed again.
        try FreeDescriptors.requireEnough(toStart: configuration.launch.text)
        root = try PrivateDirectory(removingAtExit: removingAtExit)
    }

    /// `true` if the launch command has a placeholder that separates two instances.
    package var isolatesInstances: Bool { configuration.isolatesInstances }

    /// Creates an instance without starting it.
    package func application(instance: Int) async throws -> any Application {
        ProcessApplication(configuration, instance: instance, root: root)
    }

    /// Removes the private directories now; call it when every application is stopped and the process is about to exit.
    package func removeDirectories() {
        root.remove()
    }
}
