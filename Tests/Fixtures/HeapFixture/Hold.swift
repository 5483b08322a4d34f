/// Keeps many small objects alive, to measure the tier's bookkeeping for each.
enum Hold {
    static func run(_ count: Int) {
        let objects = (0..<count).map { Held($0) }
        guard Tier.census(1) else { return print("no census") }
        withExtendedLifetime(objects) { print(objects.count) }
    }
}

private final class Held {
    let number: Int
    init(_ number: Int) { self.number = number }
}
