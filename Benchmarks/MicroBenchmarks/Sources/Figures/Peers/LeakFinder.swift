/// A tool that finds leaks in a program.
struct LeakFinder {
    let name: String
    /// A description of the leaks that it can and cannot find.
    let sees: String
    /// The words before the program on its command line.
    var wrapper: [String] = []
    var environment: [String: String] = [:]
    /// `true` if the program registers its components.
    var watched = false
}

extension LeakFinder {
    static let none = LeakFinder(name: "nothing", sees: "nothing: the program as it is, its registry off")

    static let outlive = LeakFinder(
        name: "Outlive", sees: "registered objects that outlive a reset, reachable or not; nothing unregistered",
        watched: true)

    static func memcheck(_ valgrind: String) -> LeakFinder {
        LeakFinder(
            name: "valgrind memcheck",
            sees: "every block, at exit; what is reachable is told apart but not what should be gone; bad accesses too",
            wrapper: [valgrind, "--quiet", "--leak-check=full", "--error-exitcode=0"])
    }

    static func heaptrack(_ heaptrack: String, folder: String) -> LeakFinder {
        LeakFinder(
            name: "heaptrack", sees: "every block not freed at exit, and peaks; nothing of reachability or resets",
            wrapper: [heaptrack, "--output", folder + "/heaptrack"])
    }

    static func leakSanitizer(_ library: String) -> LeakFinder {
        LeakFinder(
            name: "LeakSanitizer", sees: "blocks that nothing points to, at exit; not what is reachable",
            environment: ["LD_PRELOAD": library, "LSAN_OPTIONS": "exitcode=0"])
    }
}
