#if LiveReset
internal import COutlive

/// The sampled allocations of this process, if the heap tier is in it and samples.
package enum SampledHeap {
    /// Returns the profile in the format of pprof, or `nil` if allocations are not sampled.
    ///
    /// Its stacks are addresses, with the loaded files and their build IDs: this module contains no code for names.
    package static func profile() -> [UInt8]? {
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
}
#endif
