/// A program for the heap tier's tests: does what its first argument names.
@main
enum HeapFixture {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let number = arguments.dropFirst().first.flatMap { Int($0) }
        switch arguments.first {
        case "loop": Loop.run(number ?? 10_000_000)
        default:
            print("no such scenario")
        }
    }
}
