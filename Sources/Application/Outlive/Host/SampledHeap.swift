#if LiveReset
internal import COutlive

/// Returns the sampled allocations of this process in the format of pprof, or `nil` if the heap tier samples none.
///
/// Its stacks are addresses, with the loaded files and their build IDs: this module contains no code for names.
package func sampledHeapProfile() -> [UInt8]? {
    var bytes: [UInt8] = []
    let isSampled = withUnsafeMutablePointer(to: &bytes) { bytes in
        outl_profile_of_samples(
            { piece, size, bytes in
                bytes?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                    contentsOf: UnsafeRawBufferPointer(start: piece, count: size))
            }, bytes)
    }
    return isSampled ? bytes : nil
}
#endif
