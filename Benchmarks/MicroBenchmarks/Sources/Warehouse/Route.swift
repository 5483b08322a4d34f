/// A way of calls to the place that makes a record: its bits choose the functions, so that each is a stack of its own.
struct Route {
    private let turns: Int

    init(_ turns: Int) { self.turns = turns }

    func item(_ goods: any Kind.Type, _ place: any Kind.Type, _ number: Int, after previous: Item?) -> Item {
        north(turns, left: 8) { record(goods, place, number, previous) }
    }

    @inline(never)
    private func record<Goods: Kind, Place: Kind>(
        _ goods: Goods.Type, _ place: Place.Type, _ number: Int, _ previous: Item?
    ) -> Item {
        Record<Goods, Place>(number, after: previous)
    }

    /// What is called at the end of a route.
    private typealias End = () -> Item

    // A call per branch, so that each is a return address of its own.

    @inline(never)
    private func north(_ turns: Int, left: Int, _ end: End) -> Item {
        guard left > 0 else { return end() }
        switch turns & 3 {
        case 0: return after(north(turns >> 2, left: left - 1, end))
        case 1: return after(east(turns >> 2, left: left - 1, end))
        case 2: return after(south(turns >> 2, left: left - 1, end))
        default: return after(west(turns >> 2, left: left - 1, end))
        }
    }

    @inline(never)
    private func east(_ turns: Int, left: Int, _ end: End) -> Item {
        guard left > 0 else { return end() }
        switch turns & 3 {
        case 0: return after(west(turns >> 2, left: left - 1, end))
        case 1: return after(south(turns >> 2, left: left - 1, end))
        case 2: return after(east(turns >> 2, left: left - 1, end))
        default: return after(north(turns >> 2, left: left - 1, end))
        }
    }

    @inline(never)
    private func south(_ turns: Int, left: Int, _ end: End) -> Item {
        guard left > 0 else { return end() }
        switch turns & 3 {
        case 0: return after(east(turns >> 2, left: left - 1, end))
        case 1: return after(north(turns >> 2, left: left - 1, end))
        case 2: return after(west(turns >> 2, left: left - 1, end))
        default: return after(south(turns >> 2, left: left - 1, end))
        }
    }

    @inline(never)
    private func west(_ turns: Int, left: Int, _ end: End) -> Item {
        guard left > 0 else { return end() }
        switch turns & 3 {
        case 0: return after(south(turns >> 2, left: left - 1, end))
        case 1: return after(west(turns >> 2, left: left - 1, end))
        case 2: return after(north(turns >> 2, left: left - 1, end))
        default: return after(east(turns >> 2, left: left - 1, end))
        }
    }

    /// Keeps calls from being the last of their functions, which would leave no frame.
    @inline(never)
    private func after(_ item: Item) -> Item { item }
}
