import Glibc

/// The program whose snapshots `figures pages` reads: nine hundred thousand blocks of more than 400 types, from more
/// than 120 000 allocation stacks.
///
/// `warehouse` writes a snapshot with the graph, stocks more, and writes a second one. It needs the heap tier.
@main
enum Warehouse {
    static func main() {
        let warehouse = Building()
        warehouse.stock(0..<215_000)
        warehouse.tree = Node.tree(height: 16)
        takeCensus(1)
        warehouse.stock(215_000..<240_000)
        warehouse.tree?.left = nil
        warehouse.annex = Node.tree(height: 15)
        takeCensus(2)
        withExtendedLifetime(warehouse) {}
        // Releasing everything would take time for nothing.
        exit(0)
    }

    /// Takes a census with the graph, by the function that the preload library exports.
    private static func takeCensus(_ request: UInt32) {
        typealias Census = @convention(c) (UInt32, Bool, Bool) -> Bool
        guard let census = dlsym(nil, "outl_heap_census"),
            unsafeBitCast(census, to: Census.self)(request, true, false)
        else {
            perror("warehouse: no census was taken; preload the heap tier")
            exit(3)
        }
    }
}

/// What is kept, and where.
private final class Building {
    var aisles: [Int: Aisle] = [:]
    var tree: Node?
    var annex: Node?

    func stock(_ numbers: Range<Int>) {
        let kinds = Kinds.all
        for number in numbers {
            let goods = kinds[number % kinds.count]
            let place = kinds[number / kinds.count % kinds.count]
            let aisle = aisles[number % 2_000] ?? Aisle()
            aisles[number % 2_000] = aisle
            let item = Route(number % 28_000).item(goods, place, number, after: aisle.items.last)
            aisle.items.append(item)
        }
    }
}

private final class Aisle {
    var items: [Item] = []
}

/// A node of a binary tree, allocated by a recursive function: its stack says where in the tree it is.
private final class Node {
    var left: Node?
    var right: Node?
    let number: Int

    init(_ number: Int) { self.number = number }

    @inline(never)
    static func tree(height: Int, number: Int = 1) -> Node {
        let node = Node(number)
        guard height > 0 else { return node }
        node.left = tree(height: height - 1, number: 2 * number)
        node.right = tree(height: height - 1, number: 2 * number + 1)
        return node
    }
}
