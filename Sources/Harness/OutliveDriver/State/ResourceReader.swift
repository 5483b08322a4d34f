internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

/// A reader of what a process holds in the kernel besides memory, threads and descriptors, and of files it left.
///
/// Reading does not affect the process. Where the kernel records no owner, something counts only if it was made since
/// the process started, by its user, and nothing shows that it is of another program.
struct ResourceReader {
    private static let maximumChildrenRead = 64
    private let files: ProcessFiles
    private let status: StatusFile
    /// The processes that this one started, directly or through others, the ended ones included.
    let started: Set<ProcessEntry>
    /// The start of the process, in seconds since 1970.
    private let birth: Int
    /// The private folder of the application, or `nil` without one.
    private let directory: String?

    /// Creates a reader; `nil` if the process is gone.
    ///
    /// - Parameters:
    ///   - family: finds descendants that have left their parents; without one, only living chains of parents count.
    ///   - directory: the folder that the harness made for the application alone.
    init?(_ files: ProcessFiles, family: ProcessFamily? = nil, directory: String? = nil) {
        let table = ProcessEntry.all
        guard let status = files.status, let own = table.first(where: { $0.id == files.processID }),
            let birth = secondsSince1970(ofTicks: own.started)
        else { return nil }
        self.files = files
        self.status = status
        self.directory = directory
        self.birth = birth
        started = table.started(by: own.id, in: family?.members(in: table) ?? table.families(of: [own]))
    }

    /// Returns the number of each resource; one that cannot be read is absent.
    func counts() -> [Metric: Int] {
        Metric.resources.reduce(into: [:]) { $0[$1] = count(of: $1) }
    }

    /// Returns the number of a resource, or `nil` if it cannot be read.
    func count(of metric: Metric) -> Int? {
        switch metric {
        case .children: started.count(where: \.isRunning)
        case .zombies: started.count { !$0.isRunning && pids.contains($0.parent) }
        case .timers: files.text("timers").map { $0.rows.count { $0.hasPrefix("ID:") } }
        case .inotifyWatches: inotifyWatches
        case .pendingSignals: status.pendingSignals(timers: count(of: .timers) ?? 0)
        case .fileLocks: readText("/proc/locks").map { fileLocks($0, of: files.processID) }
        case .sharedMemory: sharedMemory
        case .semaphores: semaphores
        case .leftFiles: leftFiles
        case .untouchedBytes: status.untouchedBytes
        case .childBytes: sum { $0.residentBytes }
        case .childDescriptors: sum { $0.numbers(in: "fd")?.count }
        case .childThreads: sum { $0.numbers(in: "task")?.count }
        case .resetSeconds, .residentBytes, .liveComponents, .threads, .descriptors: nil
        }
    }

    /// The numbers of the process and of the running ones that it started.
    private var pids: Set<pid_t> { Set(started.filter(\.isRunning).map(\.id) + [files.processID]) }
    private var user: Int? { status["Uid"]?.fields().dropFirst().first.flatMap { Int($0) } }

    /// The objects that the process maps or has open, by their file in memory; `nil` if that cannot be read.
    private var memoryFiles: Set<String>? {
        guard let mappings = files.mappings, let numbers = files.numbers(in: "fd") else { return nil }
        // A mapping shared with children is of `/dev/zero`.
        let mapped = mappings.filter { $0.file.path.isMemoryFile || $0.file.path == "/dev/zero (deleted)" }
        let open = numbers.compactMap { number -> String? in
            guard let target = files.target(of: "fd/\(number)"), target.isMemoryFile else { return nil }
            return facts(of: files.path("fd/\(number)")).map { target.memoryFile(inode: "\($0.st_ino)") }
        }
        return Set(mapped.map { $0.file.path.memoryFile(inode: $0.file.inode) } + open)
    }

    /// Adds up a number of the oldest running processes that this one started, as reading takes time for each.
    private func sum(_ number: (ProcessFiles) -> Int?) -> Int {
        started.filter(\.isRunning).sorted { ($0.started, $0.id) < ($1.started, $1.id) }.prefix(
            Self.maximumChildrenRead
        )
        .reduce(0) { $0 + (number(ProcessFiles(processID: $1.id)) ?? 0) }
    }

    private var inotifyWatches: Int? {
        files.numbers(in: "fd")?.reduce(0) { sum, number in
            guard files.target(of: "fd/\(number)") == "anon_inode:inotify" else { return sum }
            return sum + (files.text("fdinfo/\(number)")?.rows.count { $0.hasPrefix("inotify wd:") } ?? 0)
        }
    }

    /// The number of segments: mapped or open ones, files in `/dev/shm`, and System V segments.
    private var sharedMemory: Int? {
        guard var objects = memoryFiles else { return nil }
        let folder = LeftFiles(of: pids, user: user, since: birth)
        objects.formUnion(folder.entries(in: files.path("root/dev/shm"), depth: 1).map { "shm \($0.inode)" })
        let segments = table("shm").map { table in
            table.count { row in
                row["cpid"].map { pids.contains(pid_t(truncatingIfNeeded: $0)) } == true && row["ctime"] ?? 0 >= birth
            }
        }
        return objects.count + (segments ?? 0)
    }

    /// The number of sets of System V semaphores; the kernel records who used one last, but not who made it.
    private var semaphores: Int? {
        table("sem")?.count { row in
            guard row["ctime"] ?? 0 >= birth, row["cuid"] == user, let id = row["semid"] else { return false }
            // 0 for a set that was never used. The process may also have ended.
            let last = semaphoreControl?(Int32(truncatingIfNeeded: id), 0, lastUser) ?? 0
            return last <= 0 || pids.contains(last) || !ProcessEntry.isRunning(last)
        }
    }

    /// Returns a table of System V objects, or `nil` if the process sees others than the reader.
    private func table(_ name: String) -> [[Substring: Int]]? {
        let own = ProcessFiles(processID: getpid()).target(of: "ns/ipc")
        guard own != nil, own == files.target(of: "ns/ipc") else { return nil }
        return readText("/proc/sysvipc/\(name)").map(ipcRows)
    }

    private var leftFiles: Int? {
        let root = files.path("root")
        let shared = LeftFiles(of: pids, user: user, since: birth)
        // Many programs write to `/tmp`, whatever the variable says.
        var left = Set(shared.entries(in: root + "/tmp", depth: 4))
        guard let folder = files.environment?["TMPDIR"], folder.hasPrefix("/") else { return left.count }
        // The data of a service may grow, so {dir} is judged only where the service makes it its temporary folder.
        let isOwn = directory.map { folder == $0 || folder.hasPrefix($0 + "/") } ?? false
        left.formUnion(isOwn ? LeftFiles.all(in: root + folder) : shared.entries(in: root + folder, depth: 4))
        return left.count
    }
}

extension String {
    /// `true` for the name of a file that exists in memory only: of `memfd_create(2)` or `shm_open(3)`.
    fileprivate var isMemoryFile: Bool { hasPrefix("/memfd:") || hasPrefix("/dev/shm/") }

    /// Returns the identity of a file in memory; the two file systems number their files separately.
    fileprivate func memoryFile(inode: String) -> String { (hasPrefix("/dev/shm/") ? "shm " : "memory ") + inode }
}

/// The command `GETPID` of semctl(2).
private let lastUser: Int32 = 11
/// semctl(2), which is variadic, so that Swift cannot call it by its own declaration.
private let semaphoreControl: (@convention(c) (Int32, Int32, Int32) -> Int32)? =
    try? DynamicLibrary.process.function("semctl")

/// Returns the time of a number of clock ticks since boot, in seconds since 1970, to a second; `nil` without `/proc`.
private func secondsSince1970(ofTicks ticks: UInt64) -> Int? {
    guard let uptime = readText("/proc/uptime")?.fields().first.flatMap({ Double($0) }) else { return nil }
    let age = uptime - Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    return time(nil) - Int(age.rounded(.up))
}

/// Returns the facts of a file, following links; `nil` if it does not exist.
private func facts(of path: String) -> stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
}

extension Vitals {
    /// Reads the resource use of a process; the memory of its children, which it may share, is a resource.
    ///
    /// - Parameters:
    ///   - family: see `ResourceReader`.
    ///   - directory: see `ResourceReader`.
    /// - Returns: `nil` if the process is gone or belongs to another user.
    init?(processID: Int32, family: ProcessFamily? = nil, directory: String? = nil) {
        self.init(briefly: processID)
        let files = ProcessFiles(processID: processID)
        resources = ResourceReader(files, family: family, directory: directory)?.counts()
    }

    /// Reads memory, threads and descriptors of a process.
    ///
    /// - Returns: `nil` as `init(processID:family:directory:)` does.
    init?(briefly processID: Int32) {
        let files = ProcessFiles(processID: processID)
        guard let residentBytes = files.residentBytes, let threads = files.numbers(in: "task")?.count,
            let descriptors = files.numbers(in: "fd")?.count
        else { return nil }
        self.init(residentBytes: residentBytes, threads: threads, descriptors: descriptors)
    }
}
