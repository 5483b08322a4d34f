internal import OutliveModel

/// The names of ports: numbers, unless another launch gets another number.
struct PortNames {
    /// The port that the harness chose for the application.
    let chosen: UInt16?
    /// The ephemeral port range of the kernel.
    let ephemeral: ClosedRange<UInt16>

    init(chosen: UInt16?, ephemeral: ClosedRange<UInt16>) {
        self.chosen = chosen
        self.ephemeral = ephemeral
    }

    /// Reads the ephemeral range of this process's network namespace; that of another one is visible only from inside.
    init(chosen: UInt16?) {
        let bounds = (readText("/proc/sys/net/ipv4/ip_local_port_range") ?? "").rows.first?.fields()
            .compactMap { UInt16($0) }
        let usual: ClosedRange<UInt16> = 32_768...60_999
        self.init(
            chosen: chosen,
            ephemeral: bounds.flatMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil } ?? usual)
    }

    /// Returns `true` if the port stays the same after a relaunch.
    func isFixed(_ port: UInt16) -> Bool { port == chosen || (port > 0 && !ephemeral.contains(port)) }

    /// Returns the number of the port, or a placeholder.
    func name(of port: UInt16) -> String {
        port == chosen ? Placeholders.portName : isFixed(port) ? "\(port)" : "{ephemeral}"
    }
}
