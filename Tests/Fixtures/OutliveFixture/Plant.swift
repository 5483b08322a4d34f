internal import Glibc
internal import OutliveModel

/// A change that a program can leave behind, and that shows in the state of its process.
enum Plant: String {
    case file
    case pipe
    case listener
    case thread
    case child
    case zombie
    case directory
    case variable
    case removedVariable = "removed-variable"
    case locale
    case signal
    case mask
    case map
    case umask
    case limit
    case privileges

    /// Makes the change.
    func put() {
        let directory = getenv(EnvironmentName.directory).map { String(cString: $0) } ?? "."
        let path = directory + "/planted"
        switch self {
        case .file: _ = open(path, O_RDWR | O_CREAT, 0o600)
        case .pipe:
            var ends: [Int32] = [0, 0]
            Glibc.pipe(&ends)
        case .listener: listen(listener(atPath: path), 1)
        case .thread:
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { _ in
                    control(15, CUnsignedLong(UInt(bitPattern: strdup("planted"))))  // PR_SET_NAME
                    while true { pause() }
                }, nil)
        case .child: _ = spawn("/bin/sleep", "1000")
        case .zombie:
            var info = siginfo_t()
            // Seen as ended, but not waited for.
            waitid(P_PID, id_t(spawn("/bin/true")), &info, WEXITED | WNOWAIT)
        case .directory: chdir(directory)
        case .variable: setenv("PLANTED", "\(path) of \(getpid())", 1)
        case .removedVariable: unsetenv(EnvironmentName.settle)
        case .locale: setenv("LC_PAPER", "C", 1)
        case .signal: Glibc.signal(SIGUSR1, SIG_IGN)
        case .mask:
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, SIGUSR2)
            sigprocmask(SIG_BLOCK, &set, nil)
        case .map:
            let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
            ftruncate(descriptor, 4096)
            mmap(nil, 4096, PROT_READ, MAP_SHARED, descriptor, 0)
            close(descriptor)
            unlink(path)
        case .umask: _ = Glibc.umask(0o027)
        case .limit:
            var limit = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        case .privileges: control(38, 1)  // PR_SET_NO_NEW_PRIVS
        }
    }

    private func listener(atPath path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return descriptor
    }

    private func spawn(_ arguments: String...) -> pid_t {
        var child: pid_t = 0
        let pointers = arguments.map { strdup($0) } + [nil]
        posix_spawn(&child, arguments[0], nil, nil, pointers, environ)
        return child
    }
}

/// Calls prctl(2), which is variadic, so that Swift cannot call it by its own declaration.
private func control(_ option: CInt, _ value: CUnsignedLong) {
    typealias Function = @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt
    _ = unsafeBitCast(dlsym(nil, "prctl"), to: Function.self)(option, value, 0, 0, 0)
}
