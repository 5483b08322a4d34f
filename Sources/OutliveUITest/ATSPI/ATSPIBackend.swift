internal import Synchronization

/// Looks and acts through libatspi.
///
/// The library is not thread-safe and there is one of it in a process: looks are taken under one lock. Nothing is kept
/// between looks but the connection.
struct ATSPIBackend: AccessibilityBackend {
    private static let connection = Mutex<ATSPIConnection?>(nil)

    func look<Seen: Sendable>(at process: Int32, _ body: (any AccessibleScreen) throws -> Seen) throws -> Seen {
        try Self.connection.withLock { slot in
            let connection = try slot ?? ATSPIConnection()
            slot = connection
            try connection.pump()
            let application = try connection.application(of: process)
            return try body(ATSPIScreen(connection: connection, application: application))
        }
    }
}
