#if LiveReset
internal import Outlive
internal import OutliveModel

/// Tells where a notifier listens: the service manager, or, where there is none, whoever started the process by hand.
struct Announcement: Sendable {
    private let tellPeople: @Sendable (String) -> Void

    /// - Parameter tellPeople: gets one line, without its end.
    init(_ tellPeople: @escaping @Sendable (String) -> Void = { StandardError.write($0) }) {
        self.tellPeople = tellPeople
    }

    /// Tells an address.
    ///
    /// The token is not told: standard error may go to a log.
    ///
    /// - Parameter environment: where the service manager is looked up.
    func tell(_ url: String, in environment: [String: String]) {
        if environment[EnvironmentName.notifySocket, default: ""].isEmpty {
            tellPeople("\(NotificationField.http)=\(url)")
        } else {
            ServiceManager(environment: environment).notify([(NotificationField.http, url)])
        }
    }
}
#endif
