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
    case timer
    case watch
    case queuedSignal = "queued-signal"
    case lock
    case segment
    case systemVSegment = "system-v-segment"
    case memoryFile = "memory-file"
    case semaphore
    case leftFile = "left-file"
    case randomFile = "random-file"
    case nice
    case offset

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
        case .nice: setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 1)
        case .offset:
            close(open(path, O_RDWR | O_CREAT, 0o600))
            lseek(open(path, O_RDONLY), 7, SEEK_SET)
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
        default: putResource(path)
        }
    }

    /// Takes a resource of the kernel and keeps it.
    ///
    /// Those that would outlive the process are removed at its end.
    private func putResource(_ path: String) {
        switch self {
        case .timer:
            var timer: timer_t?
            var event = sigevent()
            event.sigev_notify = Int32(SIGEV_NONE)
            timer_create(CLOCK_MONOTONIC, &event, &timer)
        case .watch: inotify_add_watch(inotify_init1(0), "/", 2)
        case .queuedSignal:
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, 40)
            sigprocmask(SIG_BLOCK, &set, nil)
            sigqueue(getpid(), 40, sigval())
        case .lock: flock(open(path, O_RDWR | O_CREAT, 0o600), LOCK_EX)
        case .segment:
            let name = "/planted-\(getpid())"
            _ = shm_open(name, O_RDWR | O_CREAT, 0o600)
            shm_unlink(name)
        case .systemVSegment:
            // Marked for removal, it lasts as long as it is attached.
            let segment = shmget(IPC_PRIVATE, 4096, 0o600)
            shmat(segment, nil, 0)
            shmctl(segment, IPC_RMID, nil)
        case .memoryFile:
            typealias Create = @convention(c) (UnsafePointer<CChar>, CUnsignedInt) -> CInt
            _ = unsafeBitCast(dlsym(nil, "memfd_create"), to: Create.self)("planted", 0)
        case .semaphore:
            Plant.semaphores = semget(IPC_PRIVATE, 1, 0o600)
            removeAtEnd()
        case .leftFile:
            Plant.leftPath = strdup("/tmp/planted.\(getpid())")
            close(open(String(cString: Plant.leftPath!), O_RDWR | O_CREAT, 0o600))
            removeAtEnd()
        case .randomFile:
            let folder = (getenv("DATA") ?? getenv("TMPDIR")).map { String(cString: $0) } ?? "."
            close(mkstemp(strdup(folder + "/XXXXXX")))
        default: break
        }
    }

    private nonisolated(unsafe) static var semaphores: CInt = -1
    private nonisolated(unsafe) static var leftPath: UnsafeMutablePointer<CChar>?

    /// Removes what would outlive the process when the harness stops it.
    private func removeAtEnd() {
        Glibc.signal(SIGTERM) { _ in
            typealias Control = @convention(c) (CInt, CInt, CInt) -> CInt
            _ = unsafeBitCast(dlsym(nil, "semctl"), to: Control.self)(Plant.semaphores, 0, CInt(IPC_RMID))
            if let file = Plant.leftPath { unlink(file) }
            _exit(0)
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
