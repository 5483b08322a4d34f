internal import OutliveModel

extension HeapSnapshot {
    /// Replaces the stacks of suspended tasks and their frames by the tasks' asynchronous backtraces.
    ///
    /// A snapshot without allocation stacks counts tasks by what they wait for in this way.
    ///
    /// - Complexity: O(n) in the number of tasks.
    package mutating func addTaskStacks() {
        guard !header.hasStacks else { return }
        var numbers: [ArraySlice<UInt64>: UInt32] = [:]
        for task in tasks where task.state == .suspended && task.frameCount > 0 {
            let backtrace = frames(of: task)
            let number = numbers[backtrace] ?? addStack(backtrace)
            numbers[backtrace] = number
            let node = Int(task.node)
            nodes[node].stack = number
            for slab in memory(ofTask: node) { nodes[slab].stack = number }
        }
    }

    private mutating func addStack(_ backtrace: ArraySlice<UInt64>) -> UInt32 {
        let stack = Stack(firstFrame: UInt32(frames.count), frameCount: UInt32(backtrace.count), epoch: 0)
        // Stacks contain return addresses, and backtraces the first addresses of functions.
        frames += backtrace.map { $0 &+ 1 }
        stacks.append(stack)
        return UInt32(stacks.count - 1)
    }
}
