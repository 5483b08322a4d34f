internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

/// The behaviour of a program that follows Outlive's conventions when it is reset.
enum Behaviour: String {
    /// It follows all of them.
    case good
    /// It ends with status 9 in the reset.
    case crash
    /// It never answers a reset.
    case hang
    /// It reports that the reset left it unusable.
    case unusable
    /// It answers a request that was never made before it answers the actual one.
    case stray
    /// It never reports the generation.
    case silent
    /// It reports the generation in a text that is not JSON.
    case garbled
    /// It reports the generation in a future version of the format.
    case newer
    /// It ends after the reset, with the generation reported.
    case parting
}

/// A program that speaks Outlive's conventions, without the library.
struct AwareProgram {
    private let behaviour: Behaviour
    private let directory: String

    init(_ behaviour: Behaviour) {
        self.behaviour = behaviour
        directory = getenv(EnvironmentName.directory).map { String(cString: $0) } ?? "."
    }

    func run() -> Never {
        let signals = Signals([SignalNumber.reset.number])
        let controls = SelfCheck(leakFound: true, falseAlarm: false)
        write(
            RegistryStatus(processID: getpid(), registryEnabled: true, unwinder: .libunwind, controls: controls),
            to: RegistryStatus.fileName)
        notify([NotificationField.ready: "1"])
        var generation = 1
        while true {
            let id = signals.next()
            guard let request = request(id) else {
                say("no request \(id)")
                exit(8)
            }
            if request.kind == .ping {
                notify([NotificationField.ready: "1", NotificationField.request: "\(id)"])
            } else {
                reset(request: id, generation: generation)
                generation += 1
            }
        }
    }

    private func reset(request id: Int, generation: Int) {
        notify([NotificationField.reloading: "1", NotificationField.request: "\(id)"])
        switch behaviour {
        case .crash:
            say("crashed in the reset")
            exit(9)
        case .hang:
            return
        case .unusable:
            notify([NotificationField.failed: "rebuild/store threw", NotificationField.request: "\(id)"])
            return
        case .stray:
            answer(request: id + 1, generation: generation + 100)
        case .good, .silent, .garbled, .newer, .parting:
            break
        }
        if behaviour == .parting { report(generation, request: id) }
        answer(request: id, generation: generation)
        if behaviour == .parting { exit(0) }
        report(generation, request: id)
    }

    private func answer(request id: Int, generation: Int) {
        notify([
            NotificationField.ready: "1", NotificationField.request: "\(id)",
            NotificationField.endedGeneration: "\(generation)",
        ])
    }

    private func report(_ generation: Int, request id: Int) {
        let name = GenerationReport.fileName(generation: generation)
        var report = GenerationReport(
            generation: generation, reply: ResetReply(request: id, endedGeneration: generation), registered: 3, died: 3)
        switch behaviour {
        case .silent: return
        case .garbled: try? "{\"version\":".write(toFile: directory + "/" + name, atomically: true, encoding: .utf8)
        case .newer:
            report.version += 1
            write(report, to: name)
        default: write(report, to: name)
        }
    }

    private func request(_ id: Int) -> ResetRequest? {
        FileManager.default.contents(atPath: directory + "/" + ResetRequest.fileName(id: id))
            .flatMap { try? JSONDecoder().decode(ResetRequest.self, from: $0) }
    }

    private func write(_ value: some Encodable, to name: String) {
        try? JSONEncoder().encode(value).write(to: URL(filePath: directory + "/" + name), options: .atomic)
    }
}
