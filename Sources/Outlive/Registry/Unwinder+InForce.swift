#if LiveReset
internal import COutlive
public import OutliveModel

extension Unwinder {
    /// The method by which call stacks are captured in this process.
    ///
    /// libunwind where the machine has it (`libunwind.so.8`), unless it is set otherwise. Setting `libunwind` where
    /// there is none leaves `framePointer` in force. May be used from any thread.
    public static var inForce: Unwinder {
        get { outl_stack_unwinder() == OUTL_UNWINDER_LIBUNWIND ? .libunwind : .framePointer }
        set { outl_stack_force_frame_pointer(newValue == .framePointer) }
    }
}
#endif
