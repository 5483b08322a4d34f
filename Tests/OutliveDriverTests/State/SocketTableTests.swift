import Testing

@testable import OutliveDriver

struct SocketTableTests {
    private let ports = PortNames(chosen: 40_123, ephemeral: 32_768...60_999)

    private func subject(_ parser: Socket.Parser, _ row: Substring) -> String? {
        parser(row, ports)?.socket.subject
    }

    private func listener(_ parser: Socket.Parser, _ row: Substring) -> String? {
        parser(row, ports)?.socket.listenerSubject
    }

    private func internet(_ local: String, _ remote: String, _ state: String) -> Substring {
        "   1: \(local) \(remote) \(state) 00000000:00000000 00:00000000 00000000  1000        0 4711 1 "
            + "0000000000000000"
    }

    @Test(arguments: [
        ("0100007F:1F90", "127.0.0.1:8080"), ("0100007F:9CBB", "127.0.0.1:{port}"),
        ("00000000:C350", "0.0.0.0:{ephemeral}"), ("00000000000000000000000000000000:0050", "[::]:80"),
        ("00000000000000000000000001000000:0050", "[::1]:80"),
    ])
    func `A TCP listener is named by its address, with a placeholder for a chosen port`(
        local: String, address: String
    ) throws {
        let row = internet(local, "00000000:0000", "0A")
        #expect(Socket.tcp(row, ports)?.inode == 4711)
        #expect(subject(Socket.tcp, row) == "tcp listener \(address)")
        #expect(listener(Socket.tcp, row) == "tcp \(address)")
    }

    @Test func `A TCP connection has no address, also after one side has closed it`() {
        for state in ["01", "08"] {
            #expect(subject(Socket.tcp, internet("0100007F:1F90", "0100007F:C350", state)) == "tcp connection")
        }
        #expect(subject(Socket.tcp, internet("0100007F:1F90", "00000000:0000", "07")) == "tcp socket")
        #expect(listener(Socket.tcp, internet("0100007F:1F90", "0100007F:C350", "01")) == nil)
    }

    @Test func `A UDP socket at a fixed port is a listener, and one for name lookups is not`() {
        let fixed = internet("0100007F:0035", "00000000:0000", "07")
        #expect(subject(Socket.udp, fixed) == "udp socket 127.0.0.1:53")
        #expect(listener(Socket.udp, fixed) == "udp 127.0.0.1:53")
        let ephemeral = internet("00000000:C350", "00000000:0000", "07")
        #expect(subject(Socket.udp, ephemeral) == "udp socket")
        #expect(listener(Socket.udp, ephemeral) == nil)
        #expect(subject(Socket.udp, internet("0100007F:0035", "0100007F:0036", "01")) == "udp connection")
    }

    @Test func `A Unix socket is named by its path only if it owns that path`() {
        func row(_ flags: String, _ type: String, _ path: String) -> Substring {
            "00000000261c932a: 00000002 00000000 \(flags) \(type) 01 4711\(path)"
        }
        let listening = row("00010000", "0001", " /run/my app.sock")
        #expect(subject(Socket.unix, listening) == "unix listener /run/my app.sock")
        #expect(listener(Socket.unix, listening) == "unix /run/my app.sock")
        #expect(subject(Socket.unix, row("00000000", "0001", " /run/my app.sock")) == "unix socket")
        #expect(subject(Socket.unix, row("00000000", "0001", "")) == "unix socket")
        #expect(subject(Socket.unix, row("00000000", "0002", " /run/log")) == "unix socket /run/log")
        #expect(subject(Socket.unix, row("00000000", "0002", " @0a3f1")) == "unix socket")
        #expect(listener(Socket.unix, row("00000000", "0002", " /run/log")) == nil)
    }

    @Test(arguments: ["", "1: 2", "   1: zz:1 00:0 0A a b c d e 7 1"])
    func `A line that is no table row is ignored`(row: String) {
        for parser in [Socket.tcp, Socket.udp, Socket.unix] {
            #expect(parser(row[...], ports) == nil)
        }
    }
}
