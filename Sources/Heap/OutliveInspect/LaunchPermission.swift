internal import OutliveSupport

/// The permission of a launched process to be inspected by its launcher; see Yama in the kernel's documentation.
///
/// Under `kernel.yama.ptrace_scope` 1 only ancestors may inspect a process. The inspecting process is a child of the
/// launcher, and a sibling of the launched one, which therefore has to name the launcher. The permission extends to
/// descendants of the launcher, and stays with a process when it executes another program, but is not inherited.
package enum LaunchPermission {
    /// `true` if launched processes have to permit inspections.
    package static var isNeeded: Bool { isNeeded(Permission(processID: getpid())) }

    static func isNeeded(_ permission: Permission) -> Bool { permission.scope == 1 && !permission.mayTrace }

    /// Permits the parent of this process, and its descendants, to inspect this process.
    ///
    /// Without Yama this does nothing.
    package static func grantToParent() {
        // A function with variable arguments, which Swift does not import.
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        let control: Control? = try? DynamicLibrary.process.function("prctl")
        let setTracer: Int32 = 0x5961_6D61
        _ = control?(setTracer, UInt(getppid()), 0, 0, 0)
    }
}
