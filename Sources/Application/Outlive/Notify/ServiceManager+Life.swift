internal import OutliveWire

// The notifications of a host's start and stop. They do not depend on the trait `LiveReset`: in production, systemd
// counts a service of `Type=notify` as started only after `READY=1`.
extension ServiceManager {
    func started() {
        notify([(NotificationField.ready, "1")])
    }

    func stopping() {
        notify([(NotificationField.stopping, "1")])
    }
}
