internal import OutliveModel

// What a host says of its start and its end. This is of use in production as well, where a service of `Type=notify`
// counts as started only when it says so; so it is there without the trait `LiveReset`, too.
extension ServiceManager {
    /// Start-up is over.
    func started() {
        notify([(NotificationField.ready, "1")])
    }

    /// The application is about to end.
    func stopping() {
        notify([(NotificationField.stopping, "1")])
    }
}
