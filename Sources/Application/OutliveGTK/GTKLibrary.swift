#if LiveReset
internal import OutliveSupport

/// The functions of GTK 3 that the module uses, with the types of their C declarations.
struct GTKLibrary: Sendable {
    /// `GtkWidget *`, or an instance of a subtype.
    typealias Widget = UnsafeMutableRawPointer
    /// `GtkGesture *`.
    typealias Gesture = UnsafeMutableRawPointer
    /// A function that returns the `GType` of a class, and registers it at the first call.
    typealias GetType = @Sendable @convention(c) () -> UInt

    let glib: GLibLibrary
    let object: GObjectLibrary

    // The functions that put a button over the content of a window.

    /// `gtk_widget_get_type`.
    let widgetType: GetType
    /// `gtk_overlay_get_type`.
    let overlayType: GetType
    /// `gtk_bin_get_child`.
    let child: @Sendable @convention(c) (Widget) -> Widget?
    /// `gtk_overlay_add_overlay`.
    let addOverlay: @Sendable @convention(c) (Widget, Widget) -> Void
    /// `gtk_button_new_with_label`.
    let newButton: @Sendable @convention(c) (UnsafePointer<CChar>) -> Widget?
    /// `gtk_widget_set_can_focus`.
    let setCanFocus: @Sendable @convention(c) (Widget, CInt) -> Void
    /// `gtk_widget_set_focus_on_click`.
    let setFocusOnClick: @Sendable @convention(c) (Widget, CInt) -> Void
    /// `gtk_widget_set_opacity`.
    let setOpacity: @Sendable @convention(c) (Widget, Double) -> Void
    /// `gtk_widget_set_halign`; 1 is the start, 2 is the end.
    let setHorizontalAlignment: @Sendable @convention(c) (Widget, CInt) -> Void
    /// `gtk_widget_set_valign`; 1 is the start, 2 is the end.
    let setVerticalAlignment: @Sendable @convention(c) (Widget, CInt) -> Void
    /// `gtk_widget_show`.
    let show: @Sendable @convention(c) (Widget) -> Void
    /// `gtk_widget_get_preferred_height`: the minimum and the natural height.
    let preferredHeight:
        @Sendable @convention(c) (Widget, UnsafeMutablePointer<CInt>?, UnsafeMutablePointer<CInt>?) -> Void
    let marginTop: @Sendable @convention(c) (Widget) -> CInt
    let setMarginTop: @Sendable @convention(c) (Widget, CInt) -> Void
    let marginBottom: @Sendable @convention(c) (Widget) -> CInt
    let setMarginBottom: @Sendable @convention(c) (Widget, CInt) -> Void
    let setMarginStart: @Sendable @convention(c) (Widget, CInt) -> Void
    let setMarginEnd: @Sendable @convention(c) (Widget, CInt) -> Void
    /// `gtk_css_provider_new`.
    let newStyle: @Sendable @convention(c) () -> UnsafeMutableRawPointer?
    /// `gtk_css_provider_load_from_data`; the length is -1 for a zero-terminated string.
    let loadStyle:
        @Sendable @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int, UnsafeMutableRawPointer?) -> CInt
    /// `gtk_widget_get_style_context`.
    let styleContext: @Sendable @convention(c) (Widget) -> UnsafeMutableRawPointer
    /// `gtk_style_context_add_provider`; priority 600 is for applications.
    let addStyle: @Sendable @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, CUnsignedInt) -> Void

    // The functions that count presses in a window.

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
    let listBoxType: GetType
    /// `gtk_flow_box_get_type`.
    let flowBoxType: GetType
    /// `gtk_expander_get_type`.
    let expanderType: GetType

    /// The functions of this process.
    static let process = Result { try GTKLibrary(in: .process) }

    /// Looks up the functions.
    ///
    /// - Throws: `GTKError` if a function is missing or the process uses a version of GTK other than 3.
    init(in library: DynamicLibrary) throws {
        do {
            let major: @convention(c) () -> CUnsignedInt = try library.function("gtk_get_major_version")
            try Self.require(version: major())
            glib = try GLibLibrary(in: library)
            object = try GObjectLibrary(in: library)
            widgetType = try library.function("gtk_widget_get_type")
            overlayType = try library.function("gtk_overlay_get_type")
            child = try library.function("gtk_bin_get_child")
            addOverlay = try library.function("gtk_overlay_add_overlay")
            newButton = try library.function("gtk_button_new_with_label")
            setCanFocus = try library.function("gtk_widget_set_can_focus")
            setFocusOnClick = try library.function("gtk_widget_set_focus_on_click")
            setOpacity = try library.function("gtk_widget_set_opacity")
            setHorizontalAlignment = try library.function("gtk_widget_set_halign")
            setVerticalAlignment = try library.function("gtk_widget_set_valign")
            show = try library.function("gtk_widget_show")
            preferredHeight = try library.function("gtk_widget_get_preferred_height")
            marginTop = try library.function("gtk_widget_get_margin_top")
            setMarginTop = try library.function("gtk_widget_set_margin_top")
            marginBottom = try library.function("gtk_widget_get_margin_bottom")
            setMarginBottom = try library.function("gtk_widget_set_margin_bottom")
            setMarginStart = try library.function("gtk_widget_set_margin_start")
            setMarginEnd = try library.function("gtk_widget_set_margin_end")
            newStyle = try library.function("gtk_css_provider_new")
            loadStyle = try library.function("gtk_css_provider_load_from_data")
            styleContext = try library.function("gtk_widget_get_style_context")
            addStyle = try library.function("gtk_style_context_add_provider")
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
        } catch let error as SystemError {
            throw GTKError.missing("GTK", error)
        }
    }

    /// Throws an error unless the version is 3.
    static func require(version: CUnsignedInt) throws {
        guard version == 3 else {
            throw GTKError(
                .version,
                "the process runs GTK \(version), and buttons and gestures are made for GTK 3 alone; "
                    + "ask for resets by a signal or by HTTP instead")
        }
    }

    /// Throws an error unless the instance has the type.
    func require(_ instance: Widget, is type: GetType, named name: String) throws {
        guard object.isInstance(instance, type()) != 0 else {
            let actual = object.typeName(instance).map { String(cString: $0) } ?? "unknown"
            throw GTKError(.widget, "a \(name) is needed, and this is a \(actual)")
        }
    }
}
#endif
