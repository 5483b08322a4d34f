internal import OutliveModel
internal import OutliveSupport

/// The names of the functions in the asynchronous backtraces of tasks.
struct TaskNames {
    private let code: [UInt64: CodeName]
    /// The places where the functions of the program are declared.
    private let declarations: [UInt64: SourceLine]
    /// The functions of the program.
    private let program: Set<UInt64>
    let modules: ModuleOrigins
    /// What the functions of libraries show, for each of the distinct backtraces.
    let waits: [Waits]

    /// What a task waits for, according to the functions of libraries before the first one of the program.
    struct Waits {
        var isSleep: Bool
        var isStream: Bool
        /// `true` if the task waits in `withCheckedContinuation`.
        var isChecked: Bool
        /// `true` if a function of the program is in the backtrace.
        var hasProgram: Bool
    }

    /// Looks up all names in one request, which blocks the calling thread.
    init(of table: TaskTable, names: any AddressNames) {
        let snapshot = table.snapshot
        let addresses = Set(table.backtraces.joined()).sorted()
        var stacks = AllocationStacks(snapshot)
        let named = names.functions(of: stacks.frames(ofFunctions: addresses))
        var code: [UInt64: CodeName] = [:]
        for (address, frame) in zip(addresses, named) { code[address] = CodeName(frame.symbols) }
        self.code = code
        let modules = ModuleOrigins(seenIn: named)
        self.modules = modules
        let program = Set(
            addresses.filter { address in
                guard let name = code[address], !name.isAdapter, let module = name.module ?? name.topLevelModule else {
                    return false
                }
                return modules.isProgram(module) && isOwnModule(module)
            })
        self.program = program
        let own = program.sorted()
        let places = names.declarations(of: stacks.frames(ofFunctions: own))
        declarations = Dictionary(uniqueKeysWithValues: zip(own, places)).compactMapValues(\.self)
        waits = table.backtraces.map { frames in
            let names = frames.prefix { !program.contains($0) }.compactMap { code[$0] }
            return Waits(
                isSleep: names.contains(where: \.isSleep), isStream: names.contains(where: \.isStream),
                isChecked: names.contains(where: \.isCheckedContinuation),
                hasProgram: frames.contains(where: program.contains))
        }
    }

    func frame(at address: UInt64) -> TaskFrame {
        code[address].map(Self.frame) ?? TaskFrame(function: "unknown function")
    }

    static func frame(_ name: CodeName) -> TaskFrame {
        if let module = name.topLevelModule {
            return TaskFrame(function: "closure in \(module)", module: module, location: name.location)
        }
        return TaskFrame(
            function: name.role == .closure ? "closure in \(name.function)" : name.publicFunction, module: name.module,
            location: name.location)
    }

    /// Returns the frames of a backtrace without adapters. The compiler and the runtime add many of them.
    func frames(_ addresses: ArraySlice<UInt64>) -> [TaskFrame] {
        var frames: [TaskFrame] = []
        for address in addresses where code[address].map({ !$0.isAdapter }) ?? true {
            let frame = frame(at: address)
            guard let last = frames.last, last.function == frame.function, last.module == frame.module else {
                frames.append(frame)
                continue
            }
            // The parts of a closure; the one that waits has the line.
            if last.location == nil { frames[frames.count - 1] = frame }
        }
        guard frames.isEmpty, let first = addresses.first else { return frames }
        // The name of a specialised adapter contains its arguments' names.
        let isReadable = code[first].map { !$0.function.contains("specialization <") } ?? true
        return isReadable ? [frame(at: first)] : []
    }

    /// Returns the outermost function of the program in a backtrace, with the line where it begins.
    func creator(of addresses: ArraySlice<UInt64>) -> TaskFrame? {
        guard let address = addresses.last(where: isProgram) else { return nil }
        var creator = frame(at: address)
        // The parts of a function that begin after an `await` have no place of their own in optimised code.
        let parts = addresses.reversed().filter { code[$0]?.function == code[address]?.function }
        creator.location =
            parts.lazy.compactMap { declarations[$0] }.first ?? parts.lazy.compactMap { code[$0]?.location }.first
        return creator
    }

    /// Returns `true` if a function is the program's own.
    func isProgram(_ address: UInt64) -> Bool {
        program.contains(address)
    }
}

extension CodeName {
    /// `true` if the concurrency library declares the function; the demangler shows it as part of the standard library.
    var isOfConcurrency: Bool { module == "Swift" || module == "_Concurrency" }
    /// `true` if the compiler or the runtime added the function.
    var isAdapter: Bool {
        module == nil && topLevelModule == nil || role == .thunk || function.contains("specialization <")
    }
    /// The module of a closure at the top level of a file: `App` for `closure #1 () async -> () in App`.
    var topLevelModule: String? {
        guard module == nil, function.hasPrefix("closure #") else { return nil }
        let name = BracketedText(function).split(at: " in ").last ?? ""
        return name.isEmpty || name.contains(where: { " .<(".contains($0) }) ? nil : name
    }
    var isSleep: Bool { isOfConcurrency && function.hasSuffix("sleep") }
    var isStream: Bool {
        isOfConcurrency && (publicFunction == "AsyncStream.next" || publicFunction == "AsyncThrowingStream.next")
    }
    var isCheckedContinuation: Bool {
        isOfConcurrency && ["withCheckedContinuation", "withCheckedThrowingContinuation"].contains(function)
    }
}
