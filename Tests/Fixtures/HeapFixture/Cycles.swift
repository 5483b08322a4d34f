/// Cycles of which each leaves one object: three censuses that end one, and one that ends none.
enum Cycles {
    static func run() {
        keep(Plain())
        guard Tier.census(1, endsCycle: true) else { return print("no census") }
        for number in 2...3 {
            keep(Generic(number))
            guard Tier.census(UInt32(number), endsCycle: true) else { return print("no census") }
        }
        guard Tier.census(4) else { return print("no census") }
        print("done")
    }
}
