internal import OutliveSupport

/// A request that the server has read.
package struct HTTPRequest: Sendable {
    package let head: RequestHead
    package var body: [UInt8] = []
    package var departure = Departure()

    /// Returns `true` if the request has the query `known`, and `false` if it has none.
    ///
    /// Queries, like paths, are compared as sent.
    ///
    /// - Throws: `Refusal` with 400 for any other query.
    package func checkedQuery(_ known: String? = nil) throws(Refusal) -> Bool {
        let query = head.query ?? ""
        guard query.isEmpty || query == known else {
            throw Refusal(
                400,
                "the query '\(query.onOneLine(upTo: 200))' is not known; "
                    + (known.map { "known is ?\($0)" } ?? "leave it out"))
        }
        return !query.isEmpty
    }
}

/// The disconnection of a client during the processing of its request; safe to use from any thread.
package final class Departure: Sendable {
    private let state = Lock((isOver: false, actions: [@Sendable () -> Void]()))

    /// `true` if the client has disconnected.
    package var hasHappened: Bool { state.withLock { $0.isOver } }

    /// Runs `action` when the client disconnects, or immediately if it has.
    package func then(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.actions.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }

    /// Records that the client has disconnected.
    func happened() {
        let actions = state.withLock { state in
            state.isOver = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }
}
