internal import OutliveModel

extension ProcessRun {
    /// Returns the failure of a process that did not meet the ready check in time, with what it does instead.
    ///
    /// Blocks while it reads the files of the processes.
    func notReady(within limit: Duration) -> Failure {
        let check = options.ready.addressed ?? options.readyText
        return failure(.notReady, "was not ready (\(check)) within \(limit.text): \(obstacle(to: options.ready))")
    }

    /// Returns the reason why a process that runs does not meet a check, as far as the kernel shows it, and the remedy.
    func obstacle(to check: ReadyCheck) -> String {
        switch check {
        case .notify:
            let other = listening.map { "\($0.words): give --ready \($0.check)" }
            return "notify needs READY=1 at NOTIFY_SOCKET, as the ResetHost of Outlive sends it; "
                + (other ?? "give --ready tcp:HOST:PORT for another program, or raise --timeout")
        case .http(let request):
            return obstacle(at: request.endpoint, besides: "answers without success: check the path")
        case .connect(let endpoint): return obstacle(at: endpoint, besides: "takes no connection: check the address")
        case .line: return "no line of its output matches: check the expression, or raise --timeout"
        case .exit: return "it has not ended: use another --ready for a program that stays, or raise --timeout"
        }
    }

    private func obstacle(at endpoint: Endpoint, besides answer: String) -> String {
        guard Socket.listeners(at: endpoint).isEmpty else {
            return "a process listens there, and \(answer), or raise --timeout"
        }
        guard let listening else { return "nothing listens there: check --ready, or raise --timeout" }
        let port = if case .tcp(_, let port) = endpoint { "let it take port \(port), or " } else { "" }
        return "nothing listens there, and \(listening.words): \(port)give --ready \(listening.check)"
    }

    /// The first TCP address at which a process of the application listens, or `nil` if none does.
    private var listening: (words: String, check: String)? {
        for process in child.family.ownMembers(in: ProcessEntry.all).sorted(by: { $0.id < $1.id }) {
            guard let address = Socket.addresses(listenedAtBy: ProcessFiles(processID: process.id)).min() else {
                continue
            }
            // A socket at every address is reached at the loopback one.
            let reached = address.replacing("0.0.0.0:", with: "127.0.0.1:").replacing("[::]:", with: "127.0.0.1:")
            // The next launch gets another port.
            let own = options.port.map { port in
                reached.hasSuffix(":\(port)") ? reached.dropLast("\(port)".count) + Placeholders.portName : reached
            }
            return ("\(process.label) listens at \(address)", "tcp:\(own ?? reached)")
        }
        return nil
    }
}

extension ReadyCheck {
    /// The check with the address of one launch, or `nil` if it has none.
    fileprivate var addressed: String? {
        switch self {
        case .http(let request): "\(request)"
        case .connect(.unix(let path)): "unix:\(path)"
        case .connect(let endpoint): "tcp:\(endpoint)"
        case .notify, .line, .exit: nil
        }
    }
}
