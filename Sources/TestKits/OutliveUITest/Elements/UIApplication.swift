public import OutliveDriver

/// The windows of an application, as seen by assistive technology.
///
/// Copies share their interruption handlers. Safe to use from any thread. Accesses are serialised, and one to an
/// application that hangs fails after 2 s.
public struct UIApplication: ElementContainer, Waitable, Sendable {
    let context: UIContext

    /// Creates a view of the windows of a process.
    ///
    /// - Parameter process: Returns the process id, or `nil` for none. Called for each access, because a relaunch
    ///   changes it.
    public init(process: @escaping @Sendable () -> Int32?) {
        self.init(process: process, backend: ATSPIBackend(), clock: SuspendingClock())
    }

    /// Creates a view of the windows of a process with another backend and clock.
    package init(
        process: @escaping @Sendable () -> Int32?, backend: any AccessibilityBackend, clock: any Clock<Duration>
    ) {
        context = UIContext(process: process, backend: backend, clock: clock)
    }

    /// The clock of waits and actions.
    public var waitClock: any Clock<Duration> { context.clock }

    /// `true` if the application is accessible and responds.
    public var exists: Bool {
        // An inaccessible application is a valid answer here, unless the machine lacks accessibility altogether.
        context.glance(hiddenBy: \.isLasting) { try $0.application.childCount >= 0 } ?? false
    }

    /// The windows, including dialogs.
    public var windows: ElementQuery { ElementQuery(context: context, scope: .windows, roles: nil) }

    /// Returns the windows and their descendants at any depth, of one role or of all.
    public func descendants(_ role: ElementRole?) -> ElementQuery {
        ElementQuery(context: context, scope: .application, roles: role.map { [$0] })
    }

    /// Presses a key for the current keyboard focus, such as a shortcut of the window: `press("s", [.control])`.
    ///
    /// Without a window manager, as on a virtual screen, that is the window under the pointer: the one of the last tap.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - modifiers: The keys held meanwhile.
    /// - Throws: `AccessibilityError` if the application is not accessible or the key cannot be pressed.
    public func press(_ key: Key, _ modifiers: KeyModifiers = []) async throws {
        try context.look { try $0.press(key, modifiers) }
    }

    /// Returns the tree of all elements as text, for failures and to help write queries.
    ///
    /// - Throws: `AccessibilityError` if the application is not accessible, with what to install or set.
    public func debugDescription() throws -> String {
        try context.look { try TreeDump.text(of: $0) }
    }
}
