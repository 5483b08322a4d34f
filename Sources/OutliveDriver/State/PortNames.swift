internal import OutliveModel

/// How ports are called: by number, unless another launch gets another number.
struct PortNames {
    /// The port that the harness chose and the application was told of.
    let chosen: UInt16?
    /// The ports that the kernel chooses from.
    let ephemeral: ClosedRange<UInt16>

    init(chosen: UInt16?, ephemeral: ClosedRange<UInt16>) {
        self.chosen = chosen
        self.ephemeral = ephemeral
    }

    /// Reads which ports the kernel chooses from in the network of this process; another's are seen from inside only.
    init(chosen: UInt16?) {
        let bounds = (readText("/proc/sys/net/ipv4/ip_local_port_range") ?? "").rows.first?.fields()
            .compactMap { UInt16($0) }
        let usual: ClosedRange<UInt16> = 32_768...60_999
        self.init(
            chosen: chosen,
            ephemeral: bounds.flatMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil } ?? usual)
    }

    /// Whether a program that is launched again gets the port again.
    func isFixed(_ port: UInt16) -> Bool { port == chosen || (port > 0 && !ephemeral.contains(port)) }

    /// The port's number, or what stands for it.
    func name(of port: UInt16) -> String {
        port == chosen ? Placeholders.portName : isFixed(port) ? "\(port)" : "{ephemeral}"
    }
}
