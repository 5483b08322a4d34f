internal import OutliveHTTPServer
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The reset calls with an id, kept so that a repeated call is not executed again.
///
/// Calls continue after their clients disconnect. Their number is therefore limited here, not by the number of
/// connections. It is an actor, because calls come from the tasks of many connections.
actor ResetCallLog {
    /// An id as bytes, because `String` treats canonically equivalent ids as equal.
    private typealias ID = [UInt8]

    private enum Progress {
        case running(Task<ResetReply, Never>)
        /// The call has finished. Its task would keep the memory of its frames, several kilobytes, so it is not stored.
        case done(ResetReply)
    }

    /// A call's task; its own if this claim started the call, repeated if the call had finished before.
    typealias Claim = (task: Task<ResetReply, Never>, isOwn: Bool, isRepeated: Bool)

    private let capacity: Int
    /// The calls, each with the requested change as JSON, which is compared byte by byte.
    private var entries: [ID: (change: Data, progress: Progress)] = [:]
    /// The ids of finished calls, oldest first.
    private var done: [ID] = []

    /// Creates an empty log.
    ///
    /// - Parameter capacity: The number of responses kept, and of concurrent calls.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Starts a call, or joins the one with the same id.
    ///
    /// Calls with the same id must request the same change to the launch input. Their deadlines may differ.
    ///
    /// - Throws: `Refusal` with 422 if the id belongs to a call for another change, and with 503 if too many are
    ///   running.
    func claim(_ call: ResetCall, _ work: @escaping @Sendable () async -> ResetReply) throws(Refusal) -> Claim {
        guard let text = call.id else { return (Task.detached { await work() }, true, false) }
        let id = ID(text.utf8)
        let change = try Self.encoded(call.change)
        if let entry = entries[id] {
            guard entry.change == change else {
                throw Refusal(422, "the id '\(text)' belongs to a call that asked for something else; use a new id")
            }
            switch entry.progress {
            case .running(let task): return (task, false, false)
            case .done(let reply): return (Task { reply }, false, true)
            }
        }
        guard entries.count - done.count < capacity else {
            throw Refusal.forNow("\(capacity) calls with an id are under way, and more are not taken; try again")
        }
        let task = Task.detached {
            let reply = await work()
            await self.finish(id, reply)
            return reply
        }
        entries[id] = (change, .running(task))
        return (task, true, false)
    }

    /// Withdraws the calls that have not begun.
    func withdraw() {
        for entry in entries.values {
            if case .running(let task) = entry.progress { task.cancel() }
        }
    }

    private static func encoded(_ change: InputChange) throws(Refusal) -> Data {
        do {
            return try JSONEncoder.compact.encode(change)
        } catch {
            throw Refusal(500, "the call cannot be kept: \(error)")
        }
    }

    private func finish(_ id: ID, _ reply: ResetReply) {
        // A refused call changed nothing, so its client may repeat it.
        guard reply.refusal == nil else { return entries[id] = nil }
        entries[id]?.progress = .done(reply)
        done.append(id)
        if done.count > capacity { entries[done.removeFirst()] = nil }
    }
}
