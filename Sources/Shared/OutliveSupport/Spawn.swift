/// What a started program shares with this process.
package enum SpawnSharing: Sendable {
    /// All descriptors, the standard streams, ignored signals, the terminal and the process group.
    ///
    /// - output: Replaces the standard output, or `nil`.
    case foreground(output: Int32? = nil)
    /// Nothing but three descriptors, of which `nil` stands for `/dev/null`.
    ///
    /// The program leads a process group of its own, and every signal has its default action.
    case isolated(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil)
}

/// Starts a program as a child of this process, which has to reap it.
///
/// Blocks the calling thread until the child executes the program. No signal is blocked in the program.
///
/// - Parameters:
///   - program: A path, or a name to find in the `PATH` of this process.
///   - arguments: The arguments, the first of which is the program's name.
///   - environment: All its variables.
/// - Returns: The number of the child.
/// - Throws: `SystemError`, also if there is no such program or it cannot be executed.
package func spawn(
    _ program: String, _ arguments: [String], environment: [String: String], sharing: SpawnSharing
) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    // Threads of Dispatch block all signals, and a child inherits that.
    var flags = POSIX_SPAWN_SETSIGMASK
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    if case .foreground(let output?) = sharing { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    if case .isolated(let input, let output, let errors) = sharing {
        flags |= POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setpgroup(&attributes, 0)
        sigfillset(&signals)
        sigdelset(&signals, SIGKILL)
        sigdelset(&signals, SIGSTOP)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        for (stream, descriptor) in zip(Int32(0)..., [input, output, errors]) {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
            } else {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
            }
        }
        #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        _ = addCloseFrom?(&actions, 3)
        #endif
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, program, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError(code: code) }
    return child
}

#if !canImport(Darwin)
private typealias ClosingAction = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

/// Not imported into Swift. Without it, as before glibc 2.34, only descriptors marked close-on-exec are closed.
private let addCloseFrom: ClosingAction? = try? DynamicLibrary.process.function(
    "posix_spawn_file_actions_addclosefrom_np")
#endif
