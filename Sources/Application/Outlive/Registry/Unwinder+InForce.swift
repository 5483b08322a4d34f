#if LiveReset
internal import COutlive
public import OutliveWire

extension Unwinder {
    /// The unwinder that captures call stacks in this process.
    ///
    /// By default libunwind if it is installed (`libunwind.so.8`), and `backtrace` on Apple's platforms. Setting
    /// `framePointer` selects that unwinder, setting another value restores the default. Safe to use from any thread.
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
