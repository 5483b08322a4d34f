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
        case group(pid_t)
        /// A directory, and all processes with a variable whose value is a path in it.
        case directory(String)
        /// All processes with a variable that has this prefix.
        case variable(String)

        fileprivate var line: String {
            switch self {
            case .process(let id): "process \(id)"
            case .group(let group): "process -\(group)"
            case .directory(let path): "directory \(path)"
            case .variable(let text): "variable \(text)"
            }
        }
    }

    /// The charges, and the socket to the watchdog; `nil` before the first launch, and without a watchdog.
    private static let state = Lock((charges: Set<Charge>(), socket: Int32?.none))

    /// Sends a line if there is a watchdog; never blocks or fails if it was stopped or killed.
    private static func send(_ line: String, to socket: Int32?) {
        guard let socket else { return }
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        _ = line.withCString { OutliveSupport.send(socket, $0, strlen($0), flags) }
    }

    static func add(_ charge: Charge) {
        guard !charge.line.contains("\n") else { return }
        state.withLock { state in
            if state.charges.insert(charge).inserted { send("+\(charge.line)\n", to: state.socket) }
        }
    }

    static func remove(_ charge: Charge) {
        state.withLock { state in
            if state.charges.remove(charge) != nil { send("-\(charge.line)\n", to: state.socket) }
        }
    }

    /// Starts the watchdog once; must be called before the first launch.
    static func start() { watchdog }

    /// A shell that reads one end of a socket pair, in its own process group and not as a child of this process.
    private static let watchdog: Void = {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return }
        // It has none of the variables that mark processes of this or another harness.
        let shell = try? spawn(
            "/bin/sh", ["/bin/sh", "-c", script], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
            sharing: .isolated(input: ends[1]))
        close(ends[1])
        guard let shell else {
            close(ends[0])
            return
        }
        // The shell ends at once and leaves the watchdog as an orphan, which no `wait` in this process waits for.
        while waitpid(shell, nil, 0) < 0, errno == EINTR {}
        state.withLock { state in
            state.socket = ends[0]
            for charge in state.charges { send("+\(charge.line)\n", to: state.socket) }
        }
    }()

    /// Reads charges until this process ends, then kills processes until none is found, and removes the directories.
    private static let script = #"""
        exec 3<&0
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
