internal import CGtk3

/// A counter of clicks on buttons, or of activated rows.
@MainActor
final class Clicks {
    private(set) var count = 0
    private var action: () -> Void = {}

    /// Counts a signal of a widget. Nothing is released, because the process ends with the tests.
    ///
    /// - Parameter action: Called inside the emission as well.
    init(_ signal: String = "clicked", of widget: Widget, then action: @escaping () -> Void = {}) {
        self.action = action
        let count: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            nonisolated(unsafe) let data = data
            MainActor.assumeIsolated { data.map { Unmanaged<Clicks>.fromOpaque($0).takeUnretainedValue().add() } }
        }
        g_signal_connect_data(
            widget, signal, unsafeBitCast(count, to: GCallback.self), Unmanaged.passRetained(self).toOpaque(), nil,
            GConnectFlags(rawValue: 0))
    }

    private func add() {
        count += 1
        action()
    }
}
