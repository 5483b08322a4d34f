// Arrays and texts that grow into what the allocator gave them, which valgrind's answers otherwise.
@inline(never) func lines(_ count: Int) -> [String] {
    var lines: [String] = []
    for number in 0..<count {
        var line = "line \(number) of a text that is too long to be inside of its value"
        for word in 0..<10 { line += " and word \(word)" }
        lines.append(line)
    }
    return lines
}
@inline(never) func numbers(_ count: Int) -> [[Int]] {
    (0..<count).map { count in
        var numbers: [Int] = []
        for number in 0..<count { numbers.append(number) }
        numbers.insert(contentsOf: numbers, at: 0)
        return numbers.filter { $0 % 3 == 0 }
    }
}

@main enum Program {
    static func main() {
        let rounds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1])! : 1
        var sum = 0
        for round in 0..<rounds {
            sum += lines(round % 40).joined(separator: "\n").utf8.count + numbers(round % 50).count
        }
        if sum == 1 { print(sum) }
    }
}
