#if os(Linux)
import Foundation

/// Programs that make it hard to take a snapshot of them.
enum Trouble {
    static func run(_ kind: String) {
        switch kind {
        case "limit": limitFiles(to: 1000)
        case "full": limitFiles(to: 0)
        case "folder": removeFolder()
        case "daemon": beDaemon()
        case "large": beLarge()
        case "again": become(CommandLine.arguments[0], ["end", "signal"])
        case "other": become("/bin/sh", ["-c", catching])
        default: print("no such trouble")
        }
    }

    /// Limits the size of files, as on a full disk: with 0, files can be created but not written to.
    private static func limitFiles(to size: rlim_t) {
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        print(Tier.census(1, graph: true))
        print("done")
    }

    private static func removeFolder() {
        let folder = ProcessInfo.processInfo.environment["OUTLIVE_HEAP"] ?? ""
        try? FileManager.default.removeItem(atPath: folder)
        print(Tier.census(1))
        print("done")
    }

    /// Closes every descriptor but those of its output, opens others in their place, and unblocks all signals.
    private static func beDaemon() {
        for descriptor in Int32(3)..<1000 { close(descriptor) }
        for _ in 0..<20 { _ = open("/dev/null", O_RDWR) }
        var all = sigset_t()
        sigfillset(&all)
        sigprocmask(SIG_UNBLOCK, &all, nil)
        print("ready")
        fflush(nil)
        while true { sleep(1000) }
    }

    /// A script that catches the signal of the tier.
    private static let catching =
        "trap 'echo asked' \(__libc_current_sigrtmin() + 2); echo became; while :; do sleep 0.02; done"

    /// Executes a program without the tier, as the same process.
    private static func become(_ program: String, _ arguments: [String]) {
        unsetenv("LD_PRELOAD")
        let words = ([program] + arguments).map { strdup($0) }
        execv(program, words + [nil])
        print("cannot be executed")
    }

    /// Allocates so much that a snapshot takes a while.
    private static func beLarge() {
        keep((0..<200_000).map { _ in Plain() })
        print("ready")
        fflush(nil)
        _ = readLine()
    }
}
#endif
