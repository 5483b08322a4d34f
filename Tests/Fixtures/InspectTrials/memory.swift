// A Swift process whose memory is used in a known way, by the name in its first argument. It prints "ready", and for
// each line on its input it calls malloc_trim(0) and prints its resident bytes before and after. Ends with its input.
import Foundation

final class Session {
    var itself: Session?
    let data = [UInt8](repeating: 1, count: 400)
    init() { itself = self }
}

/// A store of the program, by random keys below a limit.
final class Store: @unchecked Sendable {
    private var entries: [Int: [UInt8]] = [:]

    func put(below limit: Int) {
        entries[Int.random(in: 0..<limit)] = [UInt8](repeating: 2, count: 1000)
    }

    func fill(_ count: Int) {
        for key in 0..<count { entries[key] = [UInt8](repeating: 3, count: 1000) }
    }
}

final class Small: @unchecked Sendable {
    var number = 1
}

nonisolated(unsafe) var kept: [[Small]] = [[], [], [], []]
let store = Store()
let name = CommandLine.arguments.dropFirst().first ?? "none"

/// Drops many arrays while every 40th small object is kept.
func scatter(_ thread: Int) {
    var arrays: [[UInt8]] = []
    for index in 0..<10000 {
        arrays.append([UInt8](repeating: 1, count: 2000))
        if index % 40 == 0 { kept[thread].append(Small()) }
    }
}

func onThreads(_ work: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<4 {
        group.enter()
        Thread.detachNewThread {
            work(thread)
            group.leave()
            while true { sleep(1000) }
        }
    }
    group.wait()
}

func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Rss:") }
    return (line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0) * 1024
}

nonisolated(unsafe) var last: [UInt8] = []

/// Drops all arrays but the last one, which keeps the end of the heap in place.
func pileUp() {
    let arrays = (0..<20000).map { [UInt8](repeating: UInt8($0 % 256), count: 3000) }
    last = [UInt8](repeating: 1, count: 50000)
    withExtendedLifetime(arrays) {}
}

func printAtOnce(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

switch name {
case "fragmented": onThreads { scatter($0) }
case "high-water": pileUp()
case "steady": store.fill(30000)
default: break
}
if ["leak", "cache", "steady"].contains(name) {
    Thread.detachNewThread {
        while true {
            for _ in 0..<200 {
                switch name {
                case "leak": _ = Session()
                case "cache": store.put(below: 20000)
                default: store.put(below: 30000)
                }
            }
            usleep(40000)
        }
    }
}
// Code that is used for the first time adds to the resident bytes.
_ = "\(resident())"
printAtOnce("ready")
typealias Trim = @convention(c) (Int) -> Int32
let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }
while readLine() != nil {
    let before = resident()
    _ = trim?(0)
    printAtOnce("\(before) \(resident())")
}
