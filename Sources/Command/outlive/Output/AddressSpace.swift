internal import Foundation
internal import OutliveModel
internal import OutliveSupport

#if os(Linux)

/// Refuses a limit of address space (`ulimit -v`) without room for the threads of the command.
///
/// Work that waits for a thread which cannot be started never ends. Under a higher limit, the allocator of this process
/// gets few arenas, because the C library reserves 64 MiB for each.
///
/// - Throws: `Failure` with the limit that is needed.
func requireAddressSpace() throws(Failure) {
    let needed = neededAddressSpace()
    guard let limit = softLimit(of: RLIMIT_AS) else { return }
    guard limit < needed else { return limitArenas() }
    throw Failure(
        .harness,
        """
        the address space is limited to \(limit >> 10) kB (ulimit -v), and outlive needs \(needed >> 10) kB: raise the \
        limit, and set it for the program alone, as in 'sh -c "ulimit -v \(limit >> 10); exec ./app"'
        """)
}

private func limitArenas() {
    // Not in the headers that Swift sees: mallopt(M_ARENA_MAX, 2).
    typealias Setting = @convention(c) (CInt, CInt) -> CInt
    let arenaMax: CInt = -8
    guard let set: Setting = try? DynamicLibrary.process.function("mallopt") else { return }
    _ = set(arenaMax, 2)
}

/// Returns the size of the code, the data and the stacks of the threads, in bytes.
private func neededAddressSpace() -> UInt64 {
    let codeAndData: UInt64 = 768 << 20, commonStack: UInt64 = 8 << 20, threadsBesidesPool: UInt64 = 8
    let threads = UInt64(ProcessInfo.processInfo.processorCount) + threadsBesidesPool
    return codeAndData + threads * (softLimit(of: RLIMIT_STACK) ?? commonStack)
}

/// Returns a limit in bytes, or `nil` if there is none.
private func softLimit(of resource: __rlimit_resource) -> UInt64? {
    var limit = rlimit()
    let code = getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return code == 0 && limit.rlim_cur != rlim_t.max ? UInt64(limit.rlim_cur) : nil
}

#else

func requireAddressSpace() {}

#endif
