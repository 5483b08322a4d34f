// A program that is inspected: it answers each line of its input, and does what a line asks for.
import Glibc

final class Node {
    let number: Int
    var next: Node?
    init(_ number: Int, _ next: Node?) { (self.number, self.next) = (number, next) }
}

/// Builds a list of new objects, and returns the sum of its numbers.
func sum(upTo count: Int) -> Int {
    var first: Node?
    for number in 1...count { first = Node(number, first) }
    var (sum, node) = (0, first)
    while let current = node { (sum, node) = (sum + current.number, current.next) }
    return sum
}

/// Starts and joins threads that allocate, and returns how many computed the sum.
func threads(_ count: Int) -> Int {
    var started: [pthread_t] = []
    for _ in 0..<count {
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { _ in UnsafeMutableRawPointer(bitPattern: sum(upTo: 100)) }, nil)
        if code == 0 { started.append(thread) }
    }
    return started.filter { thread in
        var result: UnsafeMutableRawPointer?
        return pthread_join(thread, &result) == 0 && result == UnsafeMutableRawPointer(bitPattern: 5050)
    }.count
}

@main
struct Target {
    static let kept = (0..<20_000).map { Node($0, nil) }

    static func answer(_ word: String, _ number: Int) -> String {
        switch word {
        case "ask": return "\(sum(upTo: number))"
        case "fork": return "\(fork_child())"
        case "spawn": return "\(spawn_child())"
        case "threads": return "\(threads(number))"
        case "limit": limit_descriptors()
        case "permit": permit_inspection(Int32(number))
        case "exec": exec_again(CommandLine.arguments[0])
        case "end": exit(Int32(number))
        default: return "what is '\(word)'?"
        }
        return "done"
    }

    static func main() async {
        let sleepers = (0..<3).map { _ in Task.detached { try? await Task.sleep(for: .seconds(1_000_000)) } }
        print("ready \(kept.count)")
        fflush(nil)
        while let line = readLine() {
            let words = line.split(separator: " ")
            print(answer(String(words[0]), Int(words[1]) ?? 0))
            fflush(nil)
        }
        for sleeper in sleepers { sleeper.cancel() }
    }
}
