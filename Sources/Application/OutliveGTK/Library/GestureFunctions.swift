#if LiveReset
internal import OutliveSupport

/// The functions of GTK 3 that count presses in a window.
struct GestureFunctions: Sendable {
    typealias Widget = GTKLibrary.Widget
    /// `GtkGesture *`.
    typealias Gesture = UnsafeMutableRawPointer

    /// `gtk_gesture_multi_press_new`; the caller owns the result.
    let newMultiPress: @Sendable @convention(c) (Widget) -> Gesture?
    /// `gtk_gesture_single_set_button`; 1 is the main button.
    let setButton: @Sendable @convention(c) (Gesture, CUnsignedInt) -> Void
    /// `gtk_event_controller_set_propagation_phase`; 1 is before the children (capture), 2 after them (bubble).
    let setPhase: @Sendable @convention(c) (Gesture, CInt) -> Void
    /// `gtk_gesture_single_get_current_sequence`.
    let sequence: @Sendable @convention(c) (Gesture) -> UnsafeMutableRawPointer?
    /// `gtk_gesture_get_last_event`; the gesture owns the result.
    let lastEvent: @Sendable @convention(c) (Gesture, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    /// `gtk_get_event_widget`.
    let eventWidget: @Sendable @convention(c) (UnsafeMutableRawPointer) -> Widget?
    /// `gtk_widget_get_ancestor`: the widget or its nearest ancestor of a type.
    let ancestor: @Sendable @convention(c) (Widget, UInt) -> Widget?
    /// `gtk_list_box_get_type`.
    let listBoxType: GTKLibrary.GetType
    /// `gtk_flow_box_get_type`.
    let flowBoxType: GTKLibrary.GetType
    /// `gtk_expander_get_type`.
    let expanderType: GTKLibrary.GetType

    init(in library: DynamicLibrary) throws {
        newMultiPress = try library.function("gtk_gesture_multi_press_new")
        setButton = try library.function("gtk_gesture_single_set_button")
        setPhase = try library.function("gtk_event_controller_set_propagation_phase")
        sequence = try library.function("gtk_gesture_single_get_current_sequence")
        lastEvent = try library.function("gtk_gesture_get_last_event")
        eventWidget = try library.function("gtk_get_event_widget")
        ancestor = try library.function("gtk_widget_get_ancestor")
        listBoxType = try library.function("gtk_list_box_get_type")
        flowBoxType = try library.function("gtk_flow_box_get_type")
        expanderType = try library.function("gtk_expander_get_type")
    }
}
#endif
