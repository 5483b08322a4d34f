/// The options that `scripts/trial corpus` passes to the runner. The script has already checked the user's input.
struct Options {
    /// The format of the outcome.
    enum Format: String {
        case text, json
    }

    /// The options of a process that runs one case.
    struct Child {
        /// The case's position in `allCases`; ids need not be unique in a corpus that is wrong on purpose.
        var index: Int
        /// The file that the child writes its result to.
        var result: String
    }

    /// The part of an id that selects cases; empty for all cases.
    var filter = ""
    /// The number of resets per case, at least 3.
    var cycles = 10
    var format = Format.text
    var tier = Tier.registry
    /// The modules of the corpus. In the heap tier they separate its types from those of libraries.
    var modules: Set<String> = []
    /// The build configuration of the runner, printed in the last line of the text.
    var configuration = "debug"
    /// The directory that keeps the files of the cases' processes, or `nil` to remove them.
    var keep: String?
    /// The options of the process of one case; `nil` in the parent.
    var child: Child?

    /// The cycles before measuring: 2, or fewer in a short run, because a leak needs three measured cycles.
    var warmup: Int { min(max(cycles - 3, 0), 2) }

    /// Reads the runner's arguments; returns `nil` if they are invalid.
    init?(_ arguments: some Sequence<String>) {
        var arguments = arguments.makeIterator()
        while let name = arguments.next() {
            guard let value = arguments.next() else { return nil }
            switch name {
            case "--case": filter = value
            case "--configuration": configuration = value
            case "--cycles":
                guard let count = Int(value), count >= 3 else { return nil }
                cycles = count
            case "--format":
                guard let format = Format(rawValue: value) else { return nil }
                self.format = format
            case "--heap": tier = .heap(library: value)
            case "--attach": tier = .attach
            case "--keep": keep = value
            case "--module": modules.insert(value)
            case "--child":
                guard let index = Int(value), let result = arguments.next() else { return nil }
                child = Child(index: index, result: result)
            default: return nil
            }
        }
    }
}
