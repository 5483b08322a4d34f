/// A program for the heap tier's tests: does what its first argument names.
///
/// With `wait` as the last argument, it then takes census 9999 and waits for input.
@main
enum HeapFixture {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let number = arguments.dropFirst().first.flatMap { Int($0) }
        switch arguments.first {
        case "loop": Loop.run(number ?? 10_000_000)
        case "kinds": Kinds.run()
        case "churn": Churn.run(count: number ?? 20_000, threads: 4)
        case "shelf": Churn.fillShelf(count: number ?? 20_000, threads: 4)
        case "load": Load.run(snapshots: number ?? 20)
        case "busy": Load.untilInput()
        case "stress": Stress.run(seconds: Double(number ?? 1))
        case "hold": Hold.run(number ?? 1_000_000)
        case "amounts": Amounts.run()
        case "half-built": Amounts.runHalfBuilt()
        case "assortment": Assortment.run()
        case "collections": Collections.run()
        case "captures": Captures.run()
        case "layouts": Layouts.run()
        case "unused-types": UnusedTypes.run()
        case "references": References.run()
        case "contents": Contents.run()
        case "savings": Savings.run()
        case "cycles": Cycles.run()
        case "leftovers": Leftovers.run()
        case "sleeps": Sleeps.run(cycles: number ?? 8)
        #if os(Linux)
        case "shapes": Shapes.run()
        case "tasks": Tasks.run()
        case "results": Results.run()
        case "births": Births.run()
        case "creators": Creators.run()
        case "swarm": Creators.runSwarm(tasks: number ?? 200)
        case "async-loop": Creators.loop(number ?? 1_000_000)
        case "end": Endings.run(arguments.dropFirst().first ?? "", library: arguments.dropFirst(2).first ?? "")
        case "secrets":
            let words = Array(arguments.dropFirst()) + ["", "", ""]
            Secrets.run(words[0], token: words[1], leakingWhile: words[2])
        case "trouble": Trouble.run(arguments.dropFirst().first ?? "")
        #endif
        default:
            print("no such scenario")
        }
        if arguments.last == "wait" { Tier.waitForInput() }
    }
}
