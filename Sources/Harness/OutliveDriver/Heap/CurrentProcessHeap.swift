internal import OutliveModel
internal import OutliveSupport

/// The heap tier of this process, linked or preloaded.
package enum CurrentProcessHeap {
    /// Captures every heap block of this process and the references between them; blocks the calling thread.
    ///
    /// - Returns: the snapshot, which the caller removes, or `nil` if the tier is off or cannot write.
    package static func snapshot() -> HeapFile? {
        guard let folder = getenv(EnvironmentName.heap).map({ String(cString: $0) }),
            let entry = dlsym(UnsafeMutableRawPointer(bitPattern: 0), HeapTarget.entryPoint)
        else { return nil }
        let census = unsafeBitCast(entry, to: (@convention(c) (UInt32, Bool, Bool) -> Bool).self)
        let number = UInt32.random(in: HeapRequest.numbersByHand)
        guard census(number, true, false) else { return nil }
        let processID = getpid()
        return HeapFile(
            path: folder + "/" + HeapFileName.request(number, processID: processID), processID: processID)
    }
}
