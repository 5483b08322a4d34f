/// What `scripts/corpus` asks of the runner; the script has already checked what people type.
struct Options {
    /// How the outcome is printed.
    enum Format: String {
        case text, json
    }

    /// What a process of one case needs to know.
    struct Child {
        /// The case's position in `allCases`; ids need not be unique in a corpus that is wrong on purpose.
        var index: Int
        /// The file that the child writes its run to.
        var result: String
    }

    /// Only cases whose id contains this; empty for all.
    var filter = ""
    /// Resets per case, at least 3.
    var cycles = 10
    var format = Format.text
    var tier = Tier.registry
    /// The modules of the corpus: in the heap tier, what they declare is told from what libraries do.
    var modules: Set<String> = []
    /// How the runner was built, for the last line of the text.
    var configuration = "debug"
    /// Where the files of the cases' processes stay; nil to remove them.
    var keep: String?
    /// Set in the process of one case.
    var child: Child?

    /// The cycles before measuring: 2, or what a short run can spare, as a leak needs three measured ones.
    var warmup: Int { min(max(cycles - 3, 0), 2) }

    /// Reads the runner's arguments; nil when they make no sense.
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
