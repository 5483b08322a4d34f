/// A step of the tour: some sentences, then commands.
struct TourStep {
    var heading: String
    var source: String
    /// The commands as they are shown, with the exit status that each has to have.
    var commands: [(text: String, status: Int32)]
    var isLast = false

    static let file = "desk.swift"

    static let all = [
        TourStep(
            heading: """
                1 of 4: a program with a leak

                The desk opens a ticket for each guest, and forgets it. The closure keeps the
                ticket alive:

                \(excerpt)
                """,
            source: leaking, commands: [(build, 0)]),
        TourStep(
            heading: """

                2 of 4: a census

                The program runs unchanged. At its end Outlive lists the Swift objects that
                are alive: all 50 tickets.
                """,
            source: leaking, commands: [("outlive run -- ./desk 50", 0)]),
        TourStep(
            heading: """

                3 of 4: a soak

                One process works through many cycles. What grows with every cycle is a leak,
                with the line that allocates it, the reference that keeps it alive, and how to
                mend it. The exit status is 1, so that CI fails.
                """,
            source: leaking,
            commands: [("\(soak) --report text --report html=leak.html --heap-page heap.html", 1)]),
        TourStep(
            heading: """

                leak.html has the same with pictures, and heap.html shows the whole heap: open
                them in a browser.

                4 of 4: mended

                The closure now captures the ticket weakly: [weak self]. The same soak exits with 0.
                """,
            source: mended, commands: [(build, 0), (soak, 0)], isLast: true),
    ]

    private static let build = "swiftc -g -parse-as-library \(file) -o desk"
    private static let soak =
        "outlive soak --heap --launch ./desk --ready line:open --work 'exec:sleep 0.3' --cycles 8 --settle 0s"

    // MARK: The program

    private static let capture = "{ print(\"guest \\(self.number) has left\") }"

    private static let excerpt = """
            final class Ticket {
                init(number: Int) {
                    self.number = number
                    onLeaving = \(capture)
                }
        """

    private static let leaking = """
        // The program of 'outlive tour': it opens a ticket for each guest, and prints "open" at its start.
        //
        //     desk [GUESTS]    serves so many guests, or guests without end
        import Glibc

        final class Ticket {
            let number: Int
            var onLeaving: () -> Void = {}

            init(number: Int) {
                self.number = number
                onLeaving = \(capture)
            }
        }

        @main enum Desk {
            static func main() {
                let guests = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
                print("open")
                fflush(nil)
                var number = 0
                while number < guests ?? .max {
                    number += 1
                    serve(number)
                }
            }

            private static func serve(_ number: Int) {
                let ticket = Ticket(number: number)
                if ticket.number < 0 { ticket.onLeaving() }
                usleep(5000)
            }
        }

        """

    private static let mended = leaking.replacing(
        capture, with: "{ [weak self] in print(\"guest \\(self?.number ?? 0) has left\") }")
}
