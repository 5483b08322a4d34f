public import OutliveDriver
public import OutliveTesting

/// The windows of an application, as seen by assistive technology.
///
/// Copies share their interruption handlers. Safe to use from any thread. Accesses are serialised. An access to an
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

    package init(
        process: @escaping @Sendable () -> Int32?, backend: any AccessibilityBackend, clock: any Clock<Duration>
    ) {
        context = UIContext(process: process, backend: backend, clock: clock)
    }

    /// The clock of waits and actions.
    public var waitClock: any Clock<Duration> { context.clock }

    /// `true` if the application is accessible and responds.
    public var exists: Bool {
        // An inaccessible application does not exist, unless the machine lacks accessibility altogether.
        context.read(hiddenBy: \.isPermanent) { try $0.application.childCount >= 0 } ?? false
    }

    /// The windows, including dialogs.
    public var windows: ElementQuery { ElementQuery(context: context, scope: .windows) }

    /// Returns the windows and their descendants at any depth, of one role or of all.
    public func descendants(_ role: ElementRole?) -> ElementQuery {
        ElementQuery(context: context, scope: .application, roles: role.map { [$0] })
    }

    /// Presses a key for the current keyboard focus, such as a shortcut of the window: `press("s", [.control])`.
    ///
    /// Without a window manager, as on a virtual screen, the focus is in the window under the pointer, where the last
    /// tap was.
    ///
    /// - Throws: `AccessibilityError` if the application is not accessible or the key cannot be pressed.
    public func press(_ key: Key, _ modifiers: KeyModifiers = []) async throws {
        try context.access { try $0.press(key, modifiers) }
    }

    /// Returns the tree of all elements as text, for failures and to help write queries.
    ///
    /// - Throws: `AccessibilityError` if the application is not accessible; it names the remedy.
    public func debugDescription() throws -> String { try context.access { try $0.treeText() } }

    /// Returns `exists of the application`.
    public func waitDescription(of property: AnyKeyPath) -> String? {
        property == \Self.exists ? "exists of the application" : nil
    }

    /// Waits until the application shows a window, because before that every element would seem absent.
    ///
    /// - Throws: `AccessibilityError`, immediately if waiting cannot help, or `CancellationError`.
    nonisolated(nonsending) func waitForWindow(within limit: Duration = .seconds(10)) async throws {
        var obstacle: AccessibilityError? = .noWindow
        do {
            try await OutliveDriver.wait(for: "a window", within: limit, clock: context.clock) {
                obstacle = try windowObstacle()
                return obstacle.map { $0.isPermanent || $0.code == .noProcess } ?? true
            }
        } catch is WaitFailure {}
        if let obstacle { throw obstacle }
    }

    private func windowObstacle() throws -> AccessibilityError? {
        do {
            return try context.access { try windows.matches(in: $0, atMost: 1).isEmpty ? .noWindow : nil }
        } catch let error as AccessibilityError {
            return error
        }
    }
}

extension LiveApp {
    /// The windows of the test's application.
    ///
    /// Store the value in the test. Each access returns a new one, without the interruption handlers of earlier ones.
    public var ui: UIApplication { UIApplication { [app] in app.processID } }
}
