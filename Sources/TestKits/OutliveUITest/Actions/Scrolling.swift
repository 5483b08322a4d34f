/// A scroll of an element into view, with the scroll bars of the panes that clip it.
struct Scrolling {
    /// The maximum number of moves in the binary search for an element without a position.
    private static let maximumMoves = 20
    private let target: LocatedNode
    /// The elements from the window down to the target.
    private let chain: [any AccessibleNode]

    init(to target: LocatedNode) { (self.target, chain) = (target, target.chain) }

    /// Scrolls unless the element's middle is in view.
    ///
    /// - Parameter screen: The screen, which is checked for dialogs that cover the pane.
    /// - Returns: The obstacle, or `nil` if the element is in view or in no scroll pane.
    func reveal(on screen: any AccessibleScreen) throws -> Obstacle? {
        let panes = try chain.indices.dropLast().filter { try chain[$0].role == .scrollPane }
        for (pane, goal) in zip(panes, panes.dropFirst() + [chain.count - 1]) {
            let view = try viewport(of: pane)
            guard try !isInView(goal, of: view) else { continue }
            // A dialog is reported and dismissed before content behind it moves.
            let hitTest = HitTest(of: try target.ancestor(at: pane, states: .showing), on: screen)
            if let obstacle = try hitTest.obstacle(), obstacle.dialog != nil { return obstacle }
            try scroll(pane, to: goal, in: view)
            guard try isInView(goal, of: view) else {
                return Obstacle(
                    .offScreen,
                    "it is scrolled out of the view of \(view), and moving the scroll bars does not reveal it: a filter "
                        + "may hide it, or there is no bar; try `scroll(_:by:)` on its container")
            }
        }
        return nil
    }

    private func viewport(of pane: Int) throws -> ElementFrame {
        let inner = chain[pane + 1]
        return try (inner.role == .viewport ? inner.frame : nil) ?? chain[pane].frame ?? { throw ElementGone() }()
    }

    private func isInView(_ goal: Int, of view: ElementFrame) throws -> Bool {
        try chain[goal].frame.map { view.contains($0.middle) } ?? false
    }

    private func scroll(_ pane: Int, to goal: Int, in view: ElementFrame) throws {
        let bars = try (0..<(try chain[pane].childCount)).compactMap { try ScrollBar(chain[pane].child(at: $0)) }
        // Containers come first, and lists mostly scroll vertically.
        let upright = bars.filter(\.isVertical) + bars.filter { !$0.isVertical }
        while let next = try firstWithoutPosition(from: pane, to: goal) {
            guard try upright.contains(where: { try search(next, by: $0) }) else { return }
        }
        guard let frame = try chain[goal].frame else { return }
        for bar in bars {
            try bar.move(by: bar.isVertical ? frame.middle.y - view.middle.y : frame.middle.x - view.middle.x)
        }
    }

    /// Returns the first element without a position.
    ///
    /// A scrolled viewport, which has none because GTK counts it as content, is skipped.
    private func firstWithoutPosition(from pane: Int, to goal: Int) throws -> Int? {
        try chain[pane...goal].firstIndex { try $0.frame == nil && $0.role != .viewport }
    }

    /// Moves a bar until an element has a position, by a binary search over the tree indices of the shown elements.
    ///
    /// - Returns: `true` on success. Otherwise the bar is moved back to its original position.
    private func search(_ index: Int, by bar: ScrollBar) throws -> Bool {
        let start = try bar.node.number
        let parent = chain[index - 1]
        var (low, high) = (bar.range.lowerBound, bar.range.upperBound)
        // The correct position if all elements have the same size.
        var position = low + (high - low) * Double(target.path[index]) / Double(max(try parent.childCount - 1, 1))
        for _ in 0..<Self.maximumMoves {
            try bar.move(to: position)
            if try chain[index].frame != nil { return true }
            guard high - low >= 1, let shown = try firstShown(in: parent) else { break }
            if shown < target.path[index] { low = position } else { high = position }
            position = (low + high) / 2
        }
        if let start { try bar.move(to: start) }
        return false
    }

    /// Returns the index of the first child with a frame, which is queried again after each move.
    private func firstShown(in parent: any AccessibleNode) throws -> Int? {
        try (0..<(try parent.childCount)).first { try parent.child(at: $0)?.frame != nil }
    }
}

private struct ScrollBar {
    let node: any AccessibleNode
    let isVertical: Bool
    let range: ClosedRange<Double>

    /// Creates a scroll bar; returns `nil` for another element, or one without a range.
    init?(_ node: (any AccessibleNode)?) throws {
        guard let node, try node.role == "scroll bar", let range = try node.range,
            range.lowerBound < range.upperBound
        else { return nil }
        (self.node, self.range) = (node, range)
        isVertical = try node.states.contains(.vertical)
    }

    func move(by pixels: Int) throws {
        guard let position = try node.number else { return }
        try move(to: position + Double(pixels))
    }

    func move(to position: Double) throws { try node.setNumber(min(max(position, range.lowerBound), range.upperBound)) }
}
