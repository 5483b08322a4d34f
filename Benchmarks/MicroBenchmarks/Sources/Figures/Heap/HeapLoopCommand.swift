internal import ArgumentParser

/// `figures heap-loop`: the cost of an allocation under the heap tier and under other leak finders, side by side.
struct HeapLoopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heap-loop", abstract: "What making and freeing a small object costs under each leak finder.")

    @Option(help: "The path of loop, which runs under each.") var program: String
    @Option(help: "The path of the preload library.") var library: String
    @Option(help: "The path of loop built with AddressSanitizer.") var sanitized: String?
    @Option(help: "The path of valgrind.") var valgrind: String?
    @Option(help: "The path of heaptrack.") var heaptrack: String?
    @Option(help: "The path of the preloadable LeakSanitizer, liblsan.so.") var lsan: String?
    @Option(help: "The path of memray.") var memray: String?
    @Option(help: "The path of a script of Python that runs a library's main function.") var script: String?
    @Option(help: "The path of loop as a library, for memray.") var loopLibrary: String?
    @Flag(help: "Compare with profilers that count all allocations.") var allocations = false
    @Option(help: "Objects that are made in a run.") var count = 10_000_000
    @Option(help: "How many of them are alive at a time, at most.") var kept = 1
    @Option(help: "Threads of the program beside the one that makes objects.") var others = 0
    @Option(help: "Runs of the program under each, in random order.") var rounds = 7

    /// One way to run the loop.
    private struct Way {
        var finder: LeakFinder
        var arm: HeapArm?
        var program: String
        /// The divisor of the number of objects, larger than 1 for a slow finder.
        var fewer = 1
        /// The largest accepted ratio to the bare program.
        var goal: Double?
    }

    func run() throws {
        try withFolder { folder in
            let ways = ways(folder: folder)
            let measured = Alternation(ways.count, rounds: rounds) { place in
                let way = ways[place]
                let words = way.finder.wrapper + [way.program, "\(count / way.fewer)", "\(kept)", "\(others)"]
                let text = try output(of: words[0], Array(words.dropFirst()), environment: way.finder.environment)
                try way.arm?.check(folder: folder)
                // Heaptrack prints to standard output as well.
                guard let seconds = text.split(separator: "\n").lazy.compactMap({ Double($0) }).first else {
                    throw ValidationError("\(way.finder.name) printed no time")
                }
                return seconds
            }
            for (place, way) in ways.enumerated() {
                if let failure = measured.failures[place] {
                    print(way.finder.name, "not measured", "\(failure)", separator: "\t")
                    continue
                }
                let goal = way.goal.map { goal in
                    let holds = measured.ratio(of: place).value <= goal
                    return "at most \(number(goal, digits: 2)): \(holds ? "pass" : "MISS")"
                }
                print(
                    way.finder.name, measured.ratioText(of: place), measured.samples[place].text(.nanoseconds),
                    goal ?? (way.fewer > 1 ? "with 1/\(way.fewer) of the objects" : ""), separator: "\t")
            }
        }
    }

    private func ways(folder: String) -> [Way] {
        func tier(_ arm: HeapArm, goal: Double? = nil) -> Way {
            let environment = arm.environment(library: library, folder: folder)
            return Way(
                finder: LeakFinder(name: arm.name, sees: "", environment: environment), arm: arm, program: program,
                goal: goal)
        }
        let heaptrack = heaptrack.map { Way(finder: .heaptrack($0, folder: folder), program: program, fewer: 10) }
        if allocations {
            let ways = [tier(.bare), tier(.withStacks), tier(.withAllocations, goal: 1.30), heaptrack]
            return (ways + [memray(folder: folder)]).compactMap(\.self)
        }
        return [
            tier(.bare), tier(.counting, goal: 1.12), tier(.withStacks, goal: 1.25),
            lsan.map { Way(finder: .leakSanitizer($0), program: program) },
            sanitized.map {
                Way(
                    finder: LeakFinder(
                        name: "ASan+LSan", sees: "", environment: ["ASAN_OPTIONS": "detect_leaks=1:exitcode=0"]),
                    program: $0)
            },
            heaptrack,
            valgrind.map { Way(finder: .memcheck($0), program: program, fewer: 50) },
        ].compactMap(\.self)
    }

    /// memray watches programs in Python, so that one calls the loop in a library.
    private func memray(folder: String) -> Way? {
        guard let memray, let script, let loopLibrary else { return nil }
        let finder = LeakFinder(
            name: "memray --native", sees: "",
            wrapper: [memray, "run", "--native", "--force", "--quiet", "--output", folder + "/memray", script])
        return Way(finder: finder, program: loopLibrary, fewer: 10)
    }
}
