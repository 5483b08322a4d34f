#if LiveReset
internal import OutliveSupport
internal import OutliveWire

// The notifications of a host's resets. A reset that was not requested from outside has the number 0, which is left
// out.
extension ServiceManager {
    func began(_ request: ResetRequest) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let microseconds = now.tv_sec * 1_000_000 + now.tv_nsec / 1000
        notify(
            [(NotificationField.reloading, "1"), (NotificationField.monotonicMicroseconds, "\(microseconds)")]
                + number(request.id))
    }

    func ended(_ reply: ResetReply) {
        guard reply.usable else {
            let reason = reply.failures.last.map { "\($0.step): \($0.message)" } ?? "the application is not usable"
            return failed(reply.request, because: reason)
        }
        var fields = [(NotificationField.ready, "1")] + number(reply.request)
        if reply.kind == .reset {
            fields.append((NotificationField.endedGeneration, "\(reply.endedGeneration)"))
            fields.append((NotificationField.status, "generation \(reply.endedGeneration) ended, ready again"))
        }
        notify(fields)
    }

    /// Reports that a request failed or left the application unusable.
    func failed(_ request: Int, because reason: String) {
        notify([(NotificationField.failed, reason)] + number(request))
    }

    private func number(_ request: Int) -> [Field] {
        request == 0 ? [] : [(NotificationField.request, "\(request)")]
    }
}
#endif
