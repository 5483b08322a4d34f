internal import OutliveModel

extension ProcessApplication {
    func ping() async throws -> Double? {
        guard let process = processRun else { return nil }
        let name = "the ping"
        switch process.options.reset {
        case .exec, nil:
            return nil
        case .signal(let signal):
            guard let request = try leaveRequest(.ping) else {
                return try await knock(at: process.options.ready.endpoint, process)
            }
            let trigger = PreparedTrigger.signal(signal, to: process.subject, request: request)
            return try await acknowledgement(
                of: PreparedRequest(trigger: trigger, done: .notify, name: name), by: process
            ).seconds
        case .http(let request):
            return try await knock(at: process.options.ready.endpoint ?? request.endpoint, process)
        case .announced:
            let call = AnnouncedCall(.ping, to: process)
            return try await acknowledgement(
                of: PreparedRequest(trigger: .announced(call), done: .response, name: name), by: process
            ).seconds
        }
    }

    /// Sends the cheapest request: one HTTP request if that is the ready check, else one connection.
    private func knock(at endpoint: Endpoint?, _ process: ProcessRun) async throws -> Double? {
        guard let endpoint else { return nil }
        let ready = process.options.ready
        let outcome = try await firstOf(timeout: timeout, exit: process.exit) {
            let sent = SuspendingClock.now
            if case .http(let request) = ready {
                _ = try await request.sendExpectingSuccess(purpose: "the ping", failingWith: .harness)
            } else {
                do {
                    try await endpoint.connect()
                } catch let error as ConnectionError {
                    throw Failure(.harness, "no server answered the ping at \(endpoint): \(error)")
                }
            }
            return sent.duration(to: .now).seconds
        }
        switch outcome {
        case .value(let seconds): return seconds
        case .exited(let exit): throw process.ended(exit, "while it was pinged", .harness)
        case .timedOut: throw process.failure(.harness, "did not answer a ping within \(timeout.text): raise --timeout")
        }
    }
}
