import Foundation

// A program that keeps ever more memory by a known holder, for scripts/trial guard: `growing SHAPE MB-PER-SECOND`.
// Beside it stands a catalogue that does not grow. It begins when it reads a line.

/// The bytes that each step keeps.
private let step = 32_768

final class Session {
    let number: Int
    let received: [UInt8]

    init(_ number: Int) {
        self.number = number
        received = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: step)
    }
}

enum Registry {
    nonisolated(unsafe) static var sessions: [Int: Session] = [:]
}

actor Recorder {
    static let shared = Recorder()
    private var samples: [Session] = []

    func record(_ number: Int) { samples.append(Session(number)) }
}

final class EventBus {
    nonisolated(unsafe) static let shared = EventBus()
    private var handlers: [() -> Int] = []

    func subscribe(_ number: Int) {
        let session = Session(number)
        handlers.append { session.received.count }
    }
}

final class Entry {
    let session: Session
    let next: Entry?

    init(_ number: Int, next: Entry?) { (session, self.next) = (Session(number), next) }
}

final class Journal {
    nonisolated(unsafe) static let shared = Journal()
    private var latest: Entry?

    func write(_ number: Int) { latest = Entry(number, next: latest) }
}

final class Thumbnails {
    nonisolated(unsafe) static let shared = Thumbnails()
    private var images: [String: Data] = [:]

    func keep(_ number: Int) {
        images["image \(number)"] = Data(repeating: UInt8(truncatingIfNeeded: number), count: step)
    }
}

/// What a program loads once, and rightly keeps.
enum Catalogue {
    nonisolated(unsafe) static var products: [Session] = []
}

@main
enum Growing {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rate = Double(arguments[2]) else { exit(64) }
        for number in 0..<1_500 { Catalogue.products.append(Session(number)) }
        print("ready")
        fflush(nil)
        guard readLine() != nil else { return }
        let clock = ContinuousClock()
        let start = clock.now
        var number = 0
        while true {
            let due = start + .seconds(Double(number * step) / (rate * 1e6))
            if clock.now < due {
                try? await Task.sleep(until: due, clock: clock)
            }
            switch arguments[1] {
            case "sessions": Registry.sessions[number] = Session(number)
            case "samples": await Recorder.shared.record(number)
            case "handlers": EventBus.shared.subscribe(number)
            case "journal": Journal.shared.write(number)
            case "images": Thumbnails.shared.keep(number)
            default: exit(64)
            }
            number += 1
        }
    }
}
