#if LiveReset
internal import OutliveSupport

/// The functions of GTK 3 that put a button over the content of a window.
struct WidgetFunctions: Sendable {
    typealias Widget = GTKLibrary.Widget

    /// `gtk_widget_get_type`.
    let type: GTKLibrary.GetType
    /// `gtk_overlay_get_type`.
    let overlayType: GTKLibrary.GetType
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
    /// `gtk_css_provider_load_from_data`; the length is -1 for a zero-terminated text.
    let loadStyle:
        @Sendable @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int, UnsafeMutableRawPointer?) -> CInt
    /// `gtk_widget_get_style_context`.
    let styleContext: @Sendable @convention(c) (Widget) -> UnsafeMutableRawPointer
    /// `gtk_style_context_add_provider`; priority 600 is that of applications.
    let addStyle: @Sendable @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, CUnsignedInt) -> Void

    init(in library: DynamicLibrary) throws {
        type = try library.function("gtk_widget_get_type")
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
    }
}
#endif
