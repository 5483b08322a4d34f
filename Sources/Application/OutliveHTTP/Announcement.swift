#if LiveReset
internal import OutliveSupport
internal import Outlive
internal import OutliveWire

/// Announces the address of a notifier to the service manager, or on standard error without one.
struct Announcement: Sendable {
    private let tellPeople: @Sendable (String) -> Void

    /// - Parameter tellPeople: Prints one line, given without a line break.
    init(_ tellPeople: @escaping @Sendable (String) -> Void = { StandardError.write($0) }) {
        self.tellPeople = tellPeople
    }

    /// Announces an address.
    ///
    /// The token is left out, because standard error may be logged.
    ///
    /// - Parameter environment: The environment that names the service manager.
    func tell(_ url: String, in environment: [String: String]) {
        if environment[EnvironmentName.notifySocket, default: ""].isEmpty {
            tellPeople("\(NotificationField.http)=\(url)")
        } else {
            ServiceManager(environment: environment).notify([(NotificationField.http, url)])
        }
    }
}
#endif
