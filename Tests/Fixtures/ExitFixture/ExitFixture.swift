/// A program that links the heap tier: leaks objects as its first argument says, and ends as its second says.
@main
enum ExitFixture {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "leaks":
            Leaks.makeCycles()
            Leaks.retainTooOften()
            Leaks.keep()
        case "many": Leaks.makeOtherCycles()
        case "clean":
            Leaks.keep()
            try await Ordinary.work()
        default: print("no such scenario")
        }
        end(arguments.dropFirst().first ?? "return")
    }
}
