internal import OutliveModel
internal import Synchronization

/// Names that are looked up once for all cases, which are processes of one executable: the symbolizer takes long to start.
final class SharedNames: AddressNames {
    private struct Memory {
        var functions: [Frame: Frame] = [:]
        var variables: [Frame: String?] = [:]
        /// What was asked for, and not known, since the last look-up.
        var missing = (functions: Set<Frame>(), variables: Set<Frame>())
    }

    private let source: any AddressNames
    private let memory = Mutex(Memory())

    /// Makes the memory of a source.
    init(of source: any AddressNames) {
        self.source = source
    }

    /// The frames with the names that are known by now.
    func functions(of frames: [Frame]) -> [Frame] {
        memory.withLock { memory in
            frames.map { frame in
                if let known = memory.functions[frame] { return known }
                memory.missing.functions.insert(frame)
                return frame
            }
        }
    }

    /// The names of the variables that are known by now.
    func variables(of frames: [Frame]) -> [String?] {
        memory.withLock { memory in
            frames.map { frame in
                if let known = memory.variables[frame] { return known }
                memory.missing.variables.insert(frame)
                return nil
            }
        }
    }

    /// Looks up, in one go, what was asked for and not known.
    ///
    /// - Returns: whether there was anything.
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
