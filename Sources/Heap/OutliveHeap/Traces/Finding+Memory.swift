internal import OutliveModel

extension Finding {
    /// Returns the traces of raw blocks with their suspects: the owner if there is one, else the function that
    /// allocated them.
    ///
    /// A word on a stack, or in memory of a library, does not own the block that it points to.
    func memoryTraces(_ traces: [LeakTrace]) -> [LeakTrace] {
        traces.map { trace in
            // Memory that the runtime allocates for a task is freed with the task.
            guard !trace.hasOwner else { return trace }
            guard !isOfRuntime else {
                return LeakTrace(
                    shape: .unheld, steps: trace.steps.suffix(1), objects: trace.objects, fingerprint: fingerprintOfSite
                )
            }
            guard let culprit = memoryCulprit(of: trace) else { return trace }
            var lost = trace
            if trace.shape != .unheld {
                lost = LeakTrace(shape: .unheld, steps: trace.steps.suffix(1), objects: trace.objects)
            }
            lost.culprit = culprit
            lost.culprit?.step = 0
            lost.fingerprint = OutliveModel.fingerprint(of: [key.type, culprit.name, culprit.pattern.rawValue])
            return lost
        }
    }

    /// `true` if the Swift runtime or Dispatch allocated the blocks on behalf of the program.
    var isOfRuntime: Bool {
        let allocators: Set<String> = ["calloc", "malloc", "posix_memalign", "realloc", "swift_slowAlloc"]
        let maker = backtrace.frames.lazy.flatMap(\.symbols).map(\.function).first { !allocators.contains($0) }
        let prefixes = ["swift_", "swift::", "_dispatch_", "dispatch_", "_os_object_", "_Block_"]
        return unit == .blocks && prefixes.contains { maker?.hasPrefix($0) == true }
    }

    private func memoryCulprit(of trace: LeakTrace) -> Culprit? {
        guard let maker = backtrace.memoryMaker else { return nil }
        return Culprit(
            name: maker.function, location: maker.location, step: trace.steps.count - 1, pattern: .memoryNotFreed,
            remedy: "Free the memory that \(maker.function) allocates\(maker.location.map { " (\($0))" } ?? "").")
    }
}

extension LeakTrace {
    /// `true` if the survivor has a holder other than memory of C code or a stack.
    fileprivate var hasOwner: Bool {
        shape != .unheld && culprit != nil
            && steps.dropLast().contains { [.object, .closure, .box, .task, .global, .library].contains($0.kind) }
    }
}
