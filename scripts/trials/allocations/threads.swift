// Threads of Swift objects: some are released in another thread than the one that made them.
import Glibc

final class Node {
    let number: Int
    let next: Node?
    init(_ number: Int, _ next: Node?) { (self.number, self.next) = (number, next) }
}
final class Job: @unchecked Sendable {
    let count: Int
    var made: Node?
    init(_ count: Int) { self.count = count }
    func run() { for number in 0..<count { made = Node(number, number % 20 == 0 ? nil : made) } }
}

@inline(never) func start(_ job: Job) -> pthread_t {
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue().run()
            return nil
        }, Unmanaged.passRetained(job).toOpaque())
    return thread
}

@main enum Program {
    static func main() {
        let rounds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1])! : 1
        for round in 0..<rounds {
            let (first, second) = (Job(200 + round % 10), Job(100))
            let threads = (start(first), start(second))
            pthread_join(threads.0, nil)
            pthread_join(threads.1, nil)
            (first.made, second.made) = (second.made, nil)
        }
    }
}
