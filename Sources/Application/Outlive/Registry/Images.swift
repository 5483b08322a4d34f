#if LiveReset
internal import COutlive
internal import OutliveWire

/// Converts captured addresses to frames, with one lookup per address.
struct Images {
    private var frames: [UInt: Frame] = [:]

    /// Returns the frames of an interned stack, or none for 0.
    mutating func backtrace(ofStack stack: UInt32) -> Backtrace {
        var count: Int32 = 0
        let addresses = outl_stack_table_frames(outl_stack_table_shared(), stack, &count)
        return Backtrace(frames: UnsafeBufferPointer(start: addresses, count: Int(count)).map { frame(at: $0) })
    }

    private mutating func frame(at address: UInt) -> Frame {
        if let known = frames[address] { return known }
        let frame = Self.find(address)
        frames[address] = frame
        return frame
    }

    private static func find(_ address: UInt) -> Frame {
        let pathSize = 4096
        let buildIDSize = 129
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: pathSize + buildIDSize) { texts in
            let path = texts.baseAddress!
            let buildID = path + pathSize
            var base: UInt = 0
            // The return address of a call at the end of a function already lies outside it.
            outl_image_find(address &- 1, &base, path, pathSize, buildID, buildIDSize)
            return Frame(
                module: String(cString: path), buildID: buildID.pointee == 0 ? nil : String(cString: buildID),
                offset: UInt64(address - base))
        }
    }
}
#endif
