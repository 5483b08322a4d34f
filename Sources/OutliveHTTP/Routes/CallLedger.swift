#if LiveReset
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The calls with an id: one that is sent again is not carried out again.
///
/// It carries on with them when their clients have gone, so that not the connections limit how many there are, but it.
/// An actor, because calls come from the tasks of many connections.
actor CallLedger {
    /// The bytes of an id: ids that are equal as texts alone, by their normal form, are two.
    private typealias ID = [UInt8]

    private struct Entry {
        /// What was asked for, in JSON, whose bytes differ where those of a text do.
        var change: Data
        var task: Task<ResetReply, Never>
        var isDone = false
    }

    /// A call that is carried out, or was.
    struct Claim {
        var task: Task<ResetReply, Never>
        /// Whether it was this claim that had it carried out.
        var isOwn: Bool
        /// Whether it had been carried out before it was claimed.
        var isRepeated = false
    }

    private let capacity: Int
    private var entries: [ID: Entry] = [:]
    /// The ids of those that are done, oldest first.
    private var done: [ID] = []

    /// - Parameter capacity: how many answers are kept, and how many calls may be under way.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Has a call carried out, unless one with its id is or was.
    ///
    /// What counts is what a call asks of the application; how long its client waits is the client's affair.
    ///
    /// - Throws: `Refusal` with 422 where the id belongs to a call for something else, and with 503 where too many are
    ///   under way.
    func claim(_ call: ResetCall, _ work: @escaping @Sendable () async -> ResetReply) throws(Refusal) -> Claim {
        guard let text = call.id else { return Claim(task: Task.detached { await work() }, isOwn: true) }
        let id = ID(text.utf8)
        let change = try Self.encoded(call.change)
        if let entry = entries[id] {
            guard entry.change == change else {
                throw Refusal(422, "the id '\(text)' belongs to a call that asked for something else; use a new id")
            }
            return Claim(task: entry.task, isOwn: false, isRepeated: entry.isDone)
        }
        guard entries.count - done.count < capacity else {
            throw Refusal(
                503, "\(capacity) calls with an id are under way, and more are not taken; try again",
                fields: ["Retry-After": "1"])
        }
        let task = Task.detached {
            let reply = await work()
            await self.finish(id, reply)
            return reply
        }
        entries[id] = Entry(change: change, task: task)
        return Claim(task: task, isOwn: true)
    }

    /// Takes back the calls that have not begun.
    func withdraw() {
        for entry in entries.values where !entry.isDone { entry.task.cancel() }
    }

    private static func encoded(_ change: InputChange) throws(Refusal) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do { return try encoder.encode(change) } catch { throw Refusal(500, "the call cannot be kept: \(error)") }
    }

    private func finish(_ id: ID, _ reply: ResetReply) {
        // Of what was refused nothing was done: the client may well try again.
        guard reply.refusal == nil else { return entries[id] = nil }
        entries[id]?.isDone = true
        done.append(id)
        if done.count > capacity { entries[done.removeFirst()] = nil }
    }
}
#endif
