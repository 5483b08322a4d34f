internal import OutliveSupport

/// The rules by which the system permits the inspection of a process; see `ptrace(2)`.
struct Permission: Hashable, Sendable {
    /// This process.
    var own: ProcessFacts
    /// The process to inspect.
    var other: ProcessFacts
    /// The value of `kernel.yama.ptrace_scope`, or `nil` without that module.
    var scope: Int?

    init(own: ProcessFacts, other: ProcessFacts, scope: Int?) {
        (self.own, self.other, self.scope) = (own, other, scope)
    }

    /// Reads the rules for a process.
    init(processID: Int32) {
        let scope = readText("/proc/sys/kernel/yama/ptrace_scope").map { $0.prefix { $0.isNumber } }
        self.init(
            own: ProcessFacts(of: "self"), other: ProcessFacts(of: "\(processID)"), scope: scope.flatMap { Int($0) })
    }

    /// `true` if this process has the capability to inspect any process.
    var mayTrace: Bool { own.capabilities & Self.canTrace != 0 }

    /// The reason for a refusal and the remedy, as the end of a sentence about the process.
    var refusal: String {
        if let user = other.user, let ownUser = own.user, user != ownUser, !mayTrace {
            let asRoot =
                ownUser == 0 ? "give outlive the capability SYS_PTRACE" : "run outlive as that user, or as root"
            return "belongs to user \(user): \(asRoot)"
        }
        switch scope ?? 0 {
        case 1 where !mayTrace:
            return "is protected, because only the parent of a process may inspect it here "
                + "(kernel.yama.ptrace_scope is 1): run outlive as root, or sysctl kernel.yama.ptrace_scope=0, "
                + "or launch it with 'outlive soak --attach'"
        case 2 where !mayTrace:
            return "is protected, because only root may inspect processes here "
                + "(kernel.yama.ptrace_scope is 2): run outlive as root"
        case 3...:
            return "is protected, because no process may be inspected here until the next boot "
                + "(kernel.yama.ptrace_scope is 3): start it with 'outlive run --census signal -- CMD'"
        default: break
        }
        if own.isFiltered {
            return "cannot be inspected in this container, which forbids it: start the container with "
                + "--cap-add SYS_PTRACE, or run outlive outside of it"
        }
        return "is protected, because it changed its user or turned core files off: "
            + (mayTrace ? "start it with 'outlive run --census signal -- CMD'" : "run outlive as root")
    }

    /// What decides about inspections in general: the capability, the Yama module and a filter of system calls.
    var rules: String {
        let yama =
            switch scope {
            case nil: "no kernel.yama.ptrace_scope"
            case 0: "kernel.yama.ptrace_scope is 0 (same user)"
            case 1: "kernel.yama.ptrace_scope is 1 (parent, or root)"
            case 2: "kernel.yama.ptrace_scope is 2 (root)"
            case let scope?: "kernel.yama.ptrace_scope is \(scope) (never)"
            }
        return "CAP_SYS_PTRACE: \(mayTrace ? "yes" : "no"), \(yama), seccomp filter: \(own.isFiltered ? "yes" : "no")"
    }

    /// The users whose processes may be inspected where inspections are permitted.
    var users: String {
        if mayTrace { return "of all users" }
        return own.user.map { "of user \($0)" } ?? "of the same user"
    }

    /// The bit of `CAP_SYS_PTRACE`.
    private static let canTrace: UInt64 = 1 << 19
}

extension Permission {
    /// `true` if processes that this one launches have to permit inspections.
    var isNeededByLaunched: Bool { scope == 1 && !mayTrace }
}

/// Returns the reason why the system refuses the inspection of a process, and the remedy, or `nil` if it permits it.
///
/// - Returns: The end of a sentence about the process.
package func refusalToInspect(_ processID: Int32) -> String? {
    // The kernel checks at this point what it checks when memory is read.
    let memory = open("/proc/\(processID)/mem", O_RDONLY | O_CLOEXEC)
    guard memory < 0 else {
        close(memory)
        return nil
    }
    return errno == EACCES || errno == EPERM ? Permission(processID: processID).refusal : nil
}

/// Returns `true` if launched processes have to permit inspections; see Yama in the kernel's documentation.
///
/// Under `kernel.yama.ptrace_scope` 1 only ancestors may inspect a process. The inspecting process is a child of the
/// launcher, and a sibling of the launched one, which therefore has to name the launcher.
package func launchedProcessesNeedPermission() -> Bool { Permission(processID: getpid()).isNeededByLaunched }

/// Permits the parent of this process, and its descendants, to inspect this process.
///
/// The permission stays with a process when it executes another program, but is not inherited. Without Yama this does
/// nothing.
package func permitInspectionByParent() {
    // A function with variable arguments, which Swift does not import.
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let control: Control? = try? DynamicLibrary.process.function("prctl")
    let setTracer: Int32 = 0x5961_6D61
    _ = control?(setTracer, UInt(getppid()), 0, 0, 0)
}
