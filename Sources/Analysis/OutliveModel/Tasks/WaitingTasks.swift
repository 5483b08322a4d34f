/// Tasks that every cycle leaves more of, and what they wait for.
package struct WaitingTasks: Codable, Hashable, Sendable {
    /// The event that most of them wait for; `nil` for tasks that have completed, or that wait for a thread.
    package var awaited: AlikeTasks.Awaited?
    /// The state of most of them.
    package var state: AlikeTasks.State
    /// The name of what the tasks wait for, or of what can resume them; `nil` if it is unknown.
    package var holder: String?
    /// The function of the program that waits, without module and labels; `nil` if it is unknown.
    package var function: String?
    /// The numbers of their groups, as in `AlikeTasks.number`, in ascending order.
    package var groups: [Int]

    package init(
        awaited: AlikeTasks.Awaited? = nil, state: AlikeTasks.State = .suspended, holder: String? = nil,
        function: String? = nil, groups: [Int] = []
    ) {
        (self.awaited, self.state, self.holder) = (awaited, state, holder)
        (self.function, self.groups) = (function, groups)
    }
}
