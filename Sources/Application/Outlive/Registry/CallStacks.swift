#if LiveReset
internal import COutlive
public import OutliveWire

/// The loaded images, which convert captured addresses to frames with one lookup per address.
struct Images {
    private var frames: [UInt: Backtrace.Frame] = [:]

    /// Returns the frames of an interned stack, or none for 0.
    mutating func backtrace(ofStack stack: UInt32) -> Backtrace {
        var count: Int32 = 0
        let addresses = outl_stack_table_frames(outl_stack_table_shared(), stack, &count)
        return Backtrace(frames: UnsafeBufferPointer(start: addresses, count: Int(count)).map { frame(at: $0) })
    }

    private mutating func frame(at address: UInt) -> Backtrace.Frame {
        if let known = frames[address] { return known }
        let frame = Self.find(address)
        frames[address] = frame
        return frame
    }

    private static func find(_ address: UInt) -> Backtrace.Frame {
        let pathSize = 4096
        let buildIDSize = 129
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: pathSize + buildIDSize) { texts in
            let path = texts.baseAddress!
            let buildID = path + pathSize
            var base: UInt = 0
            // The return address of a call at the end of a function is already outside the function.
            outl_image_find(address &- 1, &base, path, pathSize, buildID, buildIDSize)
            return Backtrace.Frame(
                module: String(cString: path), buildID: buildID.pointee == 0 ? nil : String(cString: buildID),
                offset: UInt64(address - base))
        }
    }
}

extension Unwinder {
    /// The unwinder that captures those call stacks of this process in which call frame information is incomplete.
    ///
    /// With glibc 2.35 or newer, most stacks are captured by call frame information alone, which finds the same frames.
    /// The default is libunwind if it is installed (`libunwind.so.8`), or `backtrace` on Apple's platforms. Setting
    /// `framePointer` selects that unwinder; setting another value restores the default. Safe to use from any thread.
    public static var inForce: Unwinder {
        get {
            switch outl_stack_unwinder() {
            case OUTL_UNWINDER_LIBUNWIND: .libunwind
            case OUTL_UNWINDER_BACKTRACE: .backtrace
            default: .framePointer
            }
        }
        set { outl_stack_force_frame_pointer(newValue == .framePointer) }
    }

    /// Captures with the unwinder in force alone (`true`), as for a comparison, or with call frame information first.
    package static func useAlone(_ isAlone: Bool) { outl_stack_avoid_walks(isAlone) }
}
#endif
