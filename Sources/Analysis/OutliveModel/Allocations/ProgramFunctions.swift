internal import OutliveSupport
internal import OutliveWire

/// The functions of programs on stacks, as numbers of names that another build of the same source has as well.
///
/// The list of a stack is flat: inlined functions stand beside called ones, so that inlining alone changes
/// nothing. It has no functions of the standard libraries, the runtime and the C library, and none that the compiler
/// generates, such as thunks, witnesses and outlined copies. A name has neither file nor line, address, generic arguments,
/// specialisation or number. A closure, accessor or part of an async function counts as the function that it belongs
/// to, and repetitions count once: a closure is inlined in one build and called in another.
///
/// Names need symbols. A frame without any counts as its module. The memory in which tasks place what their functions
/// keep is allocated by the function for which the previous block has no room, which changes with each of them. It
/// counts as one place.
struct ProgramFunctions {
    /// The functions of a stack that are compared. More are read of no file.
    private static let longest = 64

    private var names = NumberTable<String>()
    /// The functions of the frames so far, because stacks share most of their frames.
    private var known: [Frame: [Int]] = [:]

    /// Returns the functions of a stack, innermost first.
    ///
    /// - Complexity: O(frames); names are read once for each frame.
    mutating func functions(of stack: Backtrace) -> [Int] {
        if stack.frames.first?.isInAllocatorOfTasks == true { return [names.number(of: "task allocator")] }
        var functions: [Int] = []
        for frame in stack.frames {
            for function in numbers(of: frame) where functions.last != function { functions.append(function) }
            if functions.count >= Self.longest { break }
        }
        return Array(functions.prefix(Self.longest))
    }

    /// Returns the functions of libraries between an allocation and the innermost function of the program.
    ///
    /// Another build may have other ones, because the optimiser inlines them in another way.
    mutating func libraryFunctions(of stack: Backtrace) -> [Int] {
        if stack.frames.first?.isInAllocatorOfTasks == true { return [] }
        var functions: [Int] = []
        for frame in stack.frames {
            guard numbers(of: frame).isEmpty else {
                let inlined = frame.symbols.prefix { $0.programFunction == nil }
                return functions + inlined.map { names.number(of: $0.function) }
            }
            functions += frame.symbols.map { names.number(of: $0.function) }
        }
        return functions
    }

    private mutating func numbers(of frame: Frame) -> [Int] {
        if let numbers = known[frame] { return numbers }
        let numbers = frame.programFunctions.map { names.number(of: $0) }
        known[frame] = numbers
        return numbers
    }
}

extension Frame {
    /// `true` if the runtime allocates memory for the functions of a task there.
    fileprivate var isInAllocatorOfTasks: Bool {
        symbols.contains { symbol in
            ["swift::StackAllocator<", "swift_task_alloc"].contains(where: symbol.function.hasPrefix)
        }
    }

    /// The names of the functions of the program at the frame, innermost inlined function first.
    fileprivate var programFunctions: [String] {
        guard !isInPlatformLibrary, !isInHeapTier else { return [] }
        guard !symbols.isEmpty else { return module.isEmpty ? [] : [String(lastComponent(of: module))] }
        return symbols.compactMap(\.programFunction)
    }
}

extension Symbol {
    /// The name of the function without what one build alone gives it, or `nil` if the program does not declare it.
    package var programFunction: String? {
        let name = FunctionName(function)
        guard let module = name.module else { return isGenerated ? nil : nameInC }
        guard !isPlatformModule(module), !name.brief.hasSuffix("$main()"), !isGenerated else { return nil }
        let parts = name.brief.split(separator: " in ").map(String.init)
        let kept = parts.dropLast().filter { !$0.isOfClosure }.map(\.withoutNumber) + parts.suffix(1)
        return "\(module).\(kept.joined(separator: " in ").withoutAccessor)"
    }

    /// `true` if the compiler made the function to adapt, copy or initialise something.
    private var isGenerated: Bool {
        let name = BracketedText(FunctionName.withoutSpecialisations(function))
        return name.pieces(separatedBy: [" in ", " of ", " for "]).contains { piece in
            let text = piece.text.hasPrefix("merged ") ? piece.text.dropFirst(7) : piece.text[...]
            return generatedKinds.contains(where: text.hasPrefix)
        }
    }

    /// The name of a function in C or C++ without the suffix of a split one, or `nil` for the runtime and libraries.
    private var nameInC: String? {
        guard !platformPrefixes.contains(where: function.hasPrefix) else { return nil }
        let name = function.split(separator: " [").first.map(String.init) ?? function
        return name.contains("(") ? name : name.split(separator: ".").first.map(String.init)
    }
}

/// The words that begin the demangled names of functions that the compiler generates.
private let generatedKinds = [
    "associated ", "base witness table", "block copy", "block destroy", "coroutine continuation",
    "default argument", "default associated", "dispatch thunk", "enum case", "key path", "lazy ", "metadata ",
    "method lookup", "one-time initialization", "outlined ", "property wrapper backing", "protocol witness",
    "reabstraction thunk", "reflection metadata", "thunk", "type metadata",
    "value witness", "variable initialization expression", "vtable thunk",
]

/// The beginnings of names of functions that are linked into programs with static libraries.
private let platformPrefixes = [
    "$s", "_Block_", "_Z", "__cxa", "__libc", "__swift", "_dispatch", "_swift", "calloc", "dispatch_", "malloc",
    "operator new", "realloc", "std::", "swift::", "swift_", "void std::",
]

extension String {
    /// `true` for `closure #1`, whose number changes with each closure before it.
    fileprivate var isOfClosure: Bool {
        ["closure #", "implicit closure #", "$defer"].contains(where: hasPrefix)
    }

    /// The name of a local function without its number.
    fileprivate var withoutNumber: String { split(separator: " #").first.map(String.init) ?? self }

    /// The name of a property without the kind of its accessor, which the optimiser chooses.
    fileprivate var withoutAccessor: String {
        guard let dot = lastIndex(of: "."), accessors.contains(String(self[index(after: dot)...])) else { return self }
        return String(self[..<dot])
    }
}

private let accessors: Set<String> = [
    "_modify", "_read", "getter", "materializeForSet", "modify", "modify2", "read", "read2", "setter",
    "unsafeAddressor", "unsafeMutableAddressor", "yielding_borrow", "yielding_mutate",
]
