import OutliveHeap
import OutliveModel
import Testing

/// Work that a process does once, whichever code needs it first.
@Suite struct OneTimeWorkTests {
    private func backtrace(_ functions: String...) -> Backtrace {
        Backtrace(
            frames: functions.map { Frame(module: "/app", buildID: nil, offset: 16, symbols: [Symbol(function: $0)]) })
    }

    @Test(arguments: [
        "swift_getGenericMetadata", "_swift_getGenericMetadata(swift::MetadataRequest, void const* const*)",
        "__swift_instantiateGenericMetadata", "swift_getWitnessTable", "swift_conformsToProtocolCommon",
        "__swift_instantiateConcreteTypeFromMangledName", "swift_once", "pthread_once", "__pthread_once_slow",
        "swift::threading_impl::once_slow(std::atomic<long>&, void (*)(void*), void*)", "dispatch_once_f",
        "one-time initialization function for shared",
    ])
    func `Metadata and globals are prepared once`(function: String) {
        #expect(backtrace("malloc", function, "Shop.total() -> Swift.Int").isOfOneTimeWork)
    }

    @Test(arguments: [
        "swift_allocObject", "_swift_allocObject_(swift::TargetHeapMetadata<swift::InProcess> const*, unsigned long)",
        "Shop.Metadata.init() -> Shop.Metadata", "swift_task_create_common", "Swift.Array.append(A) -> ()",
        "Shop.once(Swift.Int) -> ()",
    ])
    func `Objects are allocated each time`(function: String) {
        #expect(!backtrace(function, "Shop.total() -> Swift.Int").isOfOneTimeWork)
    }

    @Test func `A key path is instantiated by a function of the runtime`() {
        let keyPath = "Swift._swift_getKeyPath(pattern: Swift.UnsafeMutableRawPointer) -> Swift.UnsafeRawPointer"
        #expect(backtrace(keyPath, "Shop.total() -> Swift.Int").instantiatesKeyPath)
        #expect(!backtrace("Shop.total() -> Swift.KeyPath<A, B>").instantiatesKeyPath)
    }
}
