#if os(Linux)
import Foundation

/// Programs that keep one object and end, each in its own way.
enum Endings {
    static func run(_ way: String, library: String = "") {
        keep(Plain())
        switch way {
        case "return": break
        case "exit": exit(3)
        case "_exit": _exit(4)
        case "quick": quick_exit(5)
        case "fault": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "trap": fatalError("on purpose")
        case "abort": abort()
        case "twice": exitTwice()
        case "fork": forkAndExit()
        case "signal": waitForSignal()
        case "handled": handleTermination()
        case "leader": leaveLeader()
        case "modules": loadModules(library)
        default: print("no such ending")
        }
    }

    /// Two threads that end the program at once.
    private static func exitTwice() {
        for _ in 0..<2 { Thread.detachNewThread { exit(6) } }
        while true { sleep(1000) }
    }

    /// Forks a child that exits. The parent reaps any child, which must be this one.
    private static func forkAndExit() {
        print(Tier.census(1, graph: true))
        // Or the child would print it too.
        fflush(nil)
        typealias Fork = @convention(c) () -> pid_t
        // Swift has no name for it.
        guard let symbol = dlsym(nil, "fork") else { return }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        if child == 0 { exit(Tier.census(2) ? 1 : 9) }
        var status: Int32 = 0
        let reaped = waitpid(-1, &status, 0)
        print(reaped == child, (status >> 8) & 0xFF)
        print(waitpid(-1, &status, 0) == -1 && errno == ECHILD)
    }

    /// The first thread ends, and the program with the last one, which takes a census while the first is a zombie.
    private static func leaveLeader() {
        let thread = Thread {
            while !isLeaderGone() { sched_yield() }
            print(Tier.census(1, graph: true))
        }
        thread.start()
        pthread_exit(nil)
    }

    private static func isLeaderGone() -> Bool {
        let state = try? String(contentsOfFile: "/proc/self/task/\(getpid())/stat", encoding: .utf8)
        return state?.contains(") Z ") ?? false
    }

    /// Loads and unloads a library for ever: a signal mostly comes while the loader is at work.
    private static func loadModules(_ library: String) {
        var ending = sigset_t()
        sigemptyset(&ending)
        sigaddset(&ending, SIGTERM)
        sigprocmask(SIG_UNBLOCK, &ending, nil)
        print("ready")
        fflush(nil)
        while let module = dlopen(library, RTLD_NOW) { dlclose(module) }
    }

    private static func waitForSignal() {
        // The parent may have blocked them.
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGPIPE, SIGALRM] { sigaddset(&ending, signal) }
        sigprocmask(SIG_UNBLOCK, &ending, nil)
        print("ready")
        fflush(nil)
        while true { sleep(1000) }
    }

    /// A program with a handler of its own: it, and not the tier, has the last word.
    private static func handleTermination() {
        signal(SIGTERM) { _ in _exit(8) }
        waitForSignal()
    }
}
#endif
