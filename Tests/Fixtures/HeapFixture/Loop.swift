/// Allocates and frees small objects, one at a time, to measure the cost of recording.
enum Loop {
    static func run(_ count: Int) {
        var sum = 0
        for number in 0..<count { sum &+= make(number).number }
        print(sum)
    }

    @inline(never)
    private static func make(_ number: Int) -> Small { Small(number) }
}

private final class Small {
    let number: Int
    init(_ number: Int) { self.number = number }
}
