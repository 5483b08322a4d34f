internal import Glibc
internal import OutliveModel

/// A service that notifies systemd when it is ready, and reloads on SIGHUP.
struct Service {
    func run() -> Never {
        let signals = Signals([SIGHUP])
        notify([NotificationField.ready: "1"])
        while true {
            _ = signals.next()
            notify([NotificationField.reloading: "1"])
            say("reloading")
            notify([NotificationField.ready: "1"])
        }
    }
}

/// Signals that are received by waiting instead of by a handler.
struct Signals {
    private var set = sigset_t()

    init(_ numbers: [Int32]) {
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one.
    ///
    /// - Returns: the number that came with it.
    func next() -> Int {
        var set = set
        var info = siginfo_t()
        while sigwaitinfo(&set, &info) < 0 {}
        return Int(info._sifields._rt.si_sigval.sival_int)
    }
}

/// Sends a datagram to `NOTIFY_SOCKET`.
func notify(_ fields: KeyValuePairs<String, String>) {
    guard let path = getenv(EnvironmentName.notifySocket) else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { _ = strcpy($0.baseAddress!, path) }
    let text = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = sendto(descriptor, text, text.utf8.count, 0, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Prints a line at once.
func say(_ line: String) {
    _ = write(STDOUT_FILENO, line + "\n", line.utf8.count + 1)
}
