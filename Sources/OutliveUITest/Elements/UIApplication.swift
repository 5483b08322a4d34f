public import OutliveDriver

/// The windows of an application, as assistive technology sees them.
///
/// Copies share their interruption handlers. Safe to use from any thread; looks are taken one at a time, and a look at
/// an application that hangs gives up after 2 s.
public struct UIApplication: ElementContainer, Waitable, Sendable {
    let context: UIContext

    /// Finds the windows of a process.
    ///
    /// - Parameter process: asked at each look, as a relaunch changes it; nil for none.
    public init(process: @escaping @Sendable () -> Int32?) {
        self.init(process: process, backend: ATSPIBackend(), clock: SuspendingClock())
    }

    /// Finds the windows of a process, by another way of looking and measuring.
    package init(
        process: @escaping @Sendable () -> Int32?, backend: any AccessibilityBackend, clock: any Clock<Duration>
    ) {
        context = UIContext(process: process, backend: backend, clock: clock)
    }

    /// What waits and actions are measured by.
    public var waitClock: any Clock<Duration> { context.clock }

    /// Whether the application can be seen at all, and answers.
    public var exists: Bool {
        // That it cannot be seen is what is asked for, unless nothing can be seen on this machine.
        context.glance(hiddenBy: \.isLasting) { try $0.application.childCount >= 0 } ?? false
    }

    /// All windows, dialogs included.
    public var windows: ElementQuery { ElementQuery(context: context, scope: .windows, roles: nil) }

    /// All elements in its windows, and the windows, at any depth; of a role, or of all.
    public func descendants(_ role: ElementRole?) -> ElementQuery {
        ElementQuery(context: context, scope: .application, roles: role.map { [$0] })
    }

    /// Presses a key, with the keyboard focus where it is, such as a shortcut of the window: `press("s", [.control])`.
    ///
    /// Where the screen has no window manager, as a virtual one, that is in the window that the pointer is over: the one
    /// of the last tap.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - modifiers: what is held meanwhile.
    /// - Throws: `AccessibilityError` when the application cannot be seen, or the key cannot be pressed.
    public func press(_ key: Key, _ modifiers: KeyModifiers = []) async throws {
        try context.look { try $0.press(key, modifiers) }
    }

    /// The tree of all elements, in lines: for failures and for finding out what to query.
    ///
    /// - Throws: `AccessibilityError` when the application cannot be seen, with what to install or set.
    public func debugDescription() throws -> String {
        try context.look { try TreeDump.text(of: $0) }
    }
}
