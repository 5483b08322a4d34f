internal import Synchronization

/// The accessibility backend that uses libatspi.
///
/// The library is not thread-safe and has one instance in a process, so accesses are serialised by a lock. Only the
/// connection is kept between them.
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
