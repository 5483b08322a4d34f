/// The choice of the program among the processes of a launch, by the evidence of the kernel.
///
/// A shell, a script or a launcher that stays is on the way to the program, and has figures of its own.
struct ProgramSearch {
    private static let shells: Set<String> = [
        "sh", "dash", "bash", "ash", "busybox", "zsh", "ksh", "ksh93", "mksh", "fish", "csh", "tcsh",
    ]
    let table: [ProcessEntry]
    /// Returns the path of the executable of a process, or `nil` if it cannot be read.
    let executable: (ProcessEntry) -> String?

    /// Returns the server among the owners of a listening socket, or several with equal evidence.
    ///
    /// Of a server and its workers, which share the socket, this is the server. Workers that open the same port each for
    /// itself have a common ancestor that runs the same executable, which is the server.
    func server(among owners: Set<ProcessEntry>) -> [ProcessEntry] {
        let first = table.tops(of: owners)
        guard first.count > 1, let ancestor = table.commonAncestor(of: first), let program = executable(ancestor),
            first.allSatisfy({ executable($0) == program })
        else { return first }
        return [ancestor]
    }

    /// Returns the program among the processes that have written to the output, or several with equal evidence.
    ///
    /// A line does not show its writer. Other than a program, a shell writes on behalf of a program that it starts.
    func writer(among writers: Set<ProcessEntry>) -> [ProcessEntry] {
        var choice = table.tops(of: writers)
        while choice.count == 1, isShell(choice[0]) {
            let below = table.tops(of: writers.intersection(table.families(of: choice)).subtracting(choice))
            guard !below.isEmpty else { break }
            choice = below
        }
        return choice
    }

    /// Returns the number of other processes among the owners that run the executable of a server.
    func workers(of server: ProcessEntry, among owners: Set<ProcessEntry>) -> Int {
        guard let program = executable(server) else { return 0 }
        return owners.count { $0 != server && executable($0) == program }
    }

    private func isShell(_ process: ProcessEntry) -> Bool {
        executable(process)?.split(separator: "/").last.map { Self.shells.contains(String($0)) } ?? false
    }
}

extension [ProcessEntry] {
    /// Returns the processes of a set that descend from no other one of it, by ascending number.
    func tops(of set: Set<ProcessEntry>) -> [ProcessEntry] {
        let numbers = Set(set.map(\.id))
        return set.filter { numbers.isDisjoint(with: ancestors(of: $0.id)) }.sorted { $0.id < $1.id }
    }

    /// Returns the nearest process from which all others descend.
    fileprivate func commonAncestor(of processes: [ProcessEntry]) -> ProcessEntry? {
        guard let first = processes.first else { return nil }
        let others = processes.dropFirst().map { Set(ancestors(of: $0.id)) }
        let nearest = ancestors(of: first.id).first { ancestor in others.allSatisfy { $0.contains(ancestor) } }
        return nearest.flatMap { id in self.first { $0.id == id } }
    }
}
