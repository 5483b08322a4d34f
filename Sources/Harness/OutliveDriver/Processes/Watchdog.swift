internal import OutliveSupport

/// A process that cleans up the processes and private directories of this process if this process is killed.
///
/// It reads a socket that only this process writes to, so the end of the stream is the end of this process, whatever
/// the reason. A parent-death signal would not suffice: it is sent when the launching thread ends, and reaches neither
/// daemons nor files. Without a shell, or if the watchdog itself is killed, everything else works as before.
enum Watchdog {
    /// A process or directory that the watchdog cleans up.
    enum Charge: Hashable {
        /// A process without its descendants.
        case process(pid_t)
        /// The processes of a group.
        case group(ProcessGroup)
        /// A directory, and all processes with a variable whose value is a path in it.
        case directory(String)
        /// All processes with a variable that has this prefix.
        case variable(String)

        fileprivate var line: String {
            switch self {
            case .process(let id): "process \(id)"
            case .group(let group): "process -\(group.id)"
            case .directory(let path): "directory \(path)"
            case .variable(let text): "variable \(text)"
            }
        }
    }

    private struct State {
        var charges: Set<Charge> = []
        /// The socket to the watchdog; `nil` before the first launch, -1 without a watchdog.
        var socket: Int32?

        /// Sends a line if there is a watchdog; never blocks or fails if it was stopped or killed.
        func send(_ line: String) {
            guard let socket, socket >= 0 else { return }
            _ = line.withCString { Glibc.send(socket, $0, strlen($0), Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
        }
    }

    private static let state = Lock(State())

    static func add(_ charge: Charge) {
        guard !charge.line.contains("\n") else { return }
        state.withLock { state in
            if state.charges.insert(charge).inserted { state.send("+\(charge.line)\n") }
        }
    }

    static func remove(_ charge: Charge) {
        state.withLock { state in
            if state.charges.remove(charge) != nil { state.send("-\(charge.line)\n") }
        }
    }

    /// Starts the watchdog once; must be called before the first launch.
    static func start() {
        state.withLock { state in
            guard state.socket == nil else { return }
            state.socket = spawn() ?? -1
            for charge in state.charges { state.send("+\(charge.line)\n") }
        }
    }

    /// Starts a shell that reads one end of a socket pair, in its own process group and not as a child of this process.
    ///
    /// - Returns: the other end, or `nil` if there is no shell.
    private static func spawn() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        defer { close(ends[1]) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        // A number of at least 4, because the socket could be one of the replaced descriptors.
        let reader = fcntl(ends[1], F_DUPFD_CLOEXEC, 4)
        defer { close(reader) }
        posix_spawn_file_actions_adddup2(&files, reader, 3)
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of Dispatch block all signals, and a child would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var arguments = (["sh", "-c", script] as [String]).map { strdup($0) } + [nil]
        // Without the variables that mark processes of this or another harness.
        var variables = (["PATH=/usr/local/bin:/usr/bin:/bin"] as [String]).map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var shell: pid_t = 0
        guard posix_spawn(&shell, "/bin/sh", &files, &attributes, &arguments, &variables) == 0 else {
            close(ends[0])
            return nil
        }
        // The shell ends at once and leaves the watchdog as an orphan, so that no `wait` in this process waits for it.
        while waitpid(shell, nil, 0) == -1, errno == EINTR {}
        return ends[0]
    }

    /// Reads charges until this process ends, then kills processes until none is found, and removes the directories.
    private static let script = #"""
        {
        cd / && set -f
        IFS='
        '
        while read -r line <&3; do
            charge=${line#?}
            case $line in
            +*) held=$held$IFS$charge ;;
            *)
                kept=
                for other in $held; do [ "$other" = "$charge" ] || kept=$kept$IFS$other; done
                held=$kept ;;
            esac
        done
        set --
        for charge in $held; do
            case $charge in
            directory*) set -- "$@" -e "=${charge#* }/" ;;
            variable*) set -- "$@" -e "${charge#* }" ;;
            esac
        done
        round=0
        while [ $round -lt 100 ]; do
            for charge in $held; do
                case $charge in process*) kill -9 "${charge#* }" ;; esac
            done
            [ $# -gt 0 ] || break
            found=$(set +f; cd /proc; grep -lszF "$@" [0-9]*/environ)
            [ -n "$found" ] || break
            for process in $found; do kill -9 "${process%%/*}"; done
            round=$((round + 1))
            sleep 0.02
        done
        for charge in $held; do
            case $charge in
            directory*)
                chmod -R u+rwx "${charge#* }"
                rm -rf "${charge#* }" ;;
            esac
        done
        } &
        """#
}
