#if LiveReset
internal import COutlive
public import OutliveModel

extension Unwinder {
    /// The method by which call stacks are captured in this process.
    ///
    /// libunwind where the machine has it (`libunwind.so.8`), `backtrace` on Apple's platforms, unless it is set to
    /// `framePointer`. Setting any other one puts the machine's own in force. May be used from any thread.
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
}
#endif
