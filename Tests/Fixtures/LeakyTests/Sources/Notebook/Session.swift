/// The session of a user, with the devices on which it is open.
final class Session {
    let user: String
    var onExpiry: (() -> Void)?
    private(set) var isOpen = true

    init(user: String) { self.user = user }

    /// Opens a session that closes itself when it expires.
    static func logIn(_ user: String) -> Session {
        let session = Session(user: user)
        session.onExpiry = { session.close() }
        return session
    }

    func close() { isOpen = false }
}

/// The account on a device, which keeps a way back to the device.
final class Account {
    let name: String
    var device: Device?

    init(name: String) { self.name = name }
}

final class Device {
    let account: Account

    init(_ account: Account) {
        self.account = account
        account.device = self
    }
}
