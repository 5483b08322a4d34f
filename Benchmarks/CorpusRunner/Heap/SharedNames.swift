internal import OutliveModel
internal import Synchronization

/// Names that are looked up once for all cases, which share one executable, because the symbolizer takes long to start.
final class SharedNames: AddressNames {
    private struct Memory {
        var functions: [Frame: Frame] = [:]
        var variables: [Frame: String?] = [:]
        /// The frames requested but unknown since the last look-up.
        var missing = (functions: Set<Frame>(), variables: Set<Frame>())
    }

    private let source: any AddressNames
    private let memory = Mutex(Memory())

    /// Creates a memory of a source's names.
    init(of source: any AddressNames) {
        self.source = source
    }

    /// Returns the frames with the names known so far.
    func functions(of frames: [Frame]) -> [Frame] {
        memory.withLock { memory in
            frames.map { frame in
                if let known = memory.functions[frame] { return known }
                memory.missing.functions.insert(frame)
                return frame
            }
        }
    }

    /// Returns the names of the variables known so far.
    func variables(of frames: [Frame]) -> [String?] {
        memory.withLock { memory in
            frames.map { frame in
                if let known = memory.variables[frame] { return known }
                memory.missing.variables.insert(frame)
                return nil
            }
        }
    }

    /// Looks up all requested but unknown names at once.
    ///
    /// - Returns: `true` if there were any.
    func lookUpMissing() -> Bool {
        let missing = memory.withLock { memory in
            defer { memory.missing = ([], []) }
            return memory.missing
        }
        let functions = Array(missing.functions)
        let variables = Array(missing.variables)
        guard !functions.isEmpty || !variables.isEmpty else { return false }
        let answers = (source.functions(of: functions), source.variables(of: variables))
        memory.withLock { memory in
            memory.functions.merge(zip(functions, answers.0)) { first, _ in first }
            memory.variables.merge(zip(variables, answers.1)) { first, _ in first }
        }
        return true
    }
}
