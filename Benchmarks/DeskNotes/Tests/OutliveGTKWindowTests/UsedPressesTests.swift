internal import CGtk3
internal import Outlive
internal import Testing

@testable internal import OutliveGTK

/// Widgets that handle presses, each in its own way.
enum PressedWidget: CaseIterable {
    case calendar, checkButton, comboBox, expander, flowBox, listBox, notebook, scale, scrollBar, selectableLabel
    case spinButton, switchButton, textView

    @MainActor func make() -> Widget {
        switch self {
        case .calendar: gtk_calendar_new()
        case .checkButton: gtk_check_button_new_with_label("Remember")
        case .comboBox: gtk_combo_box_text_new()
        case .expander: gtk_expander_new("More")
        case .flowBox: container(gtk_flow_box_new(), of: gtk_label_new("Child"))
        case .listBox: container(gtk_list_box_new(), of: gtk_label_new("Row"))
        case .notebook: container(gtk_notebook_new(), of: gtk_label_new("Page"))
        case .scale: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 10, 1)
        case .scrollBar: gtk_scrollbar_new(GTK_ORIENTATION_HORIZONTAL, gtk_adjustment_new(0, 0, 10, 1, 1, 1))
        case .selectableLabel: selectableLabel()
        case .spinButton: gtk_spin_button_new_with_range(0, 10, 1)
        case .switchButton: gtk_switch_new()
        case .textView: gtk_text_view_new()
        }
    }

    /// Returns the point at which the widget handles presses: at its start, as for a tab or a title, or in its middle.
    func point(in frame: GdkRectangle) -> (x: CInt, y: CInt) {
        switch self {
        case .expander: (frame.x + 20, frame.y + 8)
        case .notebook: (frame.x + 20, frame.y + 12)
        default: (frame.x + frame.width / 2, frame.y + frame.height / 2)
        }
    }

    @MainActor private func container(_ container: Widget, of child: Widget) -> Widget {
        gtk_container_add(container.as(), child)
        return container
    }

    @MainActor private func selectableLabel() -> Widget {
        let label: Widget = gtk_label_new("Selectable")
        gtk_label_set_selectable(label.as(), 1)
        return label
    }
}

extension WindowTests {
    @Test(arguments: PressedWidget.allCases)
    func `Five clicks on a widget that uses them request nothing`(kind: PressedWidget) throws {
        let widget = kind.make()
        let window = Window(widget)
        let notifier = MultiPressNotifier(registry: registry)
        notifier.add(handler: host.handler)
        try notifier.attach(to: window.window)
        window.show()
        let point = kind.point(in: widget.frame(in: window))
        for _ in 0..<5 { window.click(x: point.x, y: point.y) }
        #expect(!notifier.press.wasPressed())
        window.destroy()
    }
}
