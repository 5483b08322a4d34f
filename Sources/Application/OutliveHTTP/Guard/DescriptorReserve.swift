#if LiveReset
internal import OutliveSupport

/// The last descriptors of the process, which are not for connections.
///
/// The application needs some, and so does libdispatch: on Linux it opens a file to count threads that run, and ends the
/// process by a trap if it cannot. A client needs no token to hold connections open.
struct DescriptorReserve {
    /// The number of descriptors that the process may have open at once.
    let limit: Int

    /// The number of descriptors that are left alone: 16, or a quarter where there are few.
    var count: Int { min(16, limit / 4) }

    /// Returns `true` if fewer than `count` descriptors are left.
    ///
    /// - Parameter lowest: the lowest number that is free, which the next descriptor gets; `nil` if there is none.
    func isTouched(lowest: Int?) -> Bool { lowest.map { $0 + count > limit } ?? true }

    /// Returns `true` if the process has so few descriptors left that it is to accept no connection.
    ///
    /// - Parameter descriptor: any that is open.
    static func isTouched(besides descriptor: Int32) -> Bool {
        var limits = rlimit()
        #if canImport(Glibc)
        let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
        let code = getrlimit(RLIMIT_NOFILE, &limits)
        #endif
        guard code == 0 else { return false }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { close(copy) }
        return DescriptorReserve(limit: Int(clamping: limits.rlim_cur)).isTouched(lowest: copy < 0 ? nil : Int(copy))
    }
}
#endif
