/// Closures that captured several things.
enum Captures {
    static func run() {
        make()
        print(Tier.census(1, graph: true))
    }

    @inline(never)
    private static func make() {
        let (captured, title) = (Captured(), Title())
        keep(captured.connect(title) { print(captured, title) })
        keep(Stack<Title>().later(title, title))
        keep(Stack<Int>().later(1, title))
        keep(Couple<Int, Title>().later(title))
    }
}

private final class Title { var hash = 1 }

private final class Captured {
    var count = 0
    let label = "label"

    func connect(_ other: Title, _ function: @escaping () -> Void) -> [() -> Void] {
        var changed = Title()
        var number = 3
        let pair = Pair(first: other, second: self)
        return [
            { [weak self] in self?.count += other.hash },
            { [unowned self] in self.count += other.hash },
            { [unowned(unsafe) self] in self.count += other.hash },
            { [label] in print(label, other, self) },
            {
                changed = other
                number += 1
                print(changed, number)
            },
            {
                function()
                print(other)
            },
            { print(pair, other) },
            { [weak self, weak other] in print(self as Any, other as Any) },
        ]
    }
}

private struct Pair {
    unowned var first: Title
    var second: Captured
}

private final class Couple<First, Second> {
    var first: First?
    func later(_ second: Second) -> () -> Void { { [unowned self] in print(self, second) } }
}

private final class Stack<Element> {
    var elements: [Element] = []
    func later(_ element: Element, _ title: Title) -> [() -> Void] {
        [
            { [unowned self] in print(self, element, title) },
            { [weak self] in print(self as Any, title) },
            { print(self, element, title) },
            { print(self, title) },
        ]
    }
}
