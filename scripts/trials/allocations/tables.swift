// Dictionaries and sets that grow, whose capacity follows from their count alone, and arrays of a fixed size.
struct Key: Hashable { var first: Int, second: Int }
final class Value { var number = 0 }

@inline(never) func grow(_ count: Int) -> Int {
    var table: [Key: Value] = [:]
    var numbers: Set<Int> = []
    for number in 0..<count {
        table[Key(first: number, second: 1)] = Value()
        numbers.insert(number)
    }
    let copy = table.mapValues { $0.number }
    for number in 0..<count where number % 3 == 0 { table[Key(first: number, second: 1)] = nil }
    return table.count + numbers.subtracting(copy.values).count
}
@inline(never) func fix(_ count: Int) -> Int {
    let array = Array(repeating: count, count: count)
    let squares = array.map { $0 * $0 }
    return squares.reversed().lazy.filter { $0 > 4 }.count + [array, squares].count
}

@main enum Program {
    static func main() {
        let rounds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1])! : 1
        var sum = 0
        for round in 0..<rounds { sum += grow(round % 300) + fix(round % 100 + 1) }
        if sum == 1 { print(sum) }
    }
}
