extension CallTree {
    /// The longest recursion, in functions that call each other in turn, that is folded.
    private static let longestRecursion = 3

    /// Returns the tree without what hides the program in it, and for each call its place in that tree.
    ///
    /// - Functions that the compiler generates belong to their callers.
    /// - Calls into a package stand for all that they call there; those into the toolchain belong to their callers.
    /// - A recursive function is one call, whatever its depth.
    ///
    /// Each block stays in the tree.
    ///
    /// - Complexity: O(calls).
    package func folded() -> (tree: CallTree, places: [Int]) {
        var tree = CallTree()
        var places = [0]
        places.reserveCapacity(calls.count)
        let generated = functions.map(\.isGenerated)
        for call in calls.dropFirst() {
            let caller = places[call.caller]
            places.append(
                generated[call.function] && caller != 0
                    ? caller : tree.place(of: functions[call.function], calledFrom: caller))
        }
        for (call, place) in zip(calls, places) {
            tree.add(HeapAmount(objects: call.objects, bytes: call.bytes), to: place)
        }
        return (tree, places)
    }

    private mutating func place(of function: Function, calledFrom caller: Int) -> Int {
        let outer = self.function(of: caller).origin
        let isFolded =
            switch function.origin {
            // Blocks of the root would look as if they had no stack.
            case .platform: caller != 0
            case .dependency: caller != 0 && outer == .dependency
            case .program, .unknown: false
            }
        if isFolded { return caller }
        let number = self.number(of: function)
        var above = caller
        for _ in 0..<Self.longestRecursion where above != 0 {
            if calls[above].function == number { return above }
            above = calls[above].caller
        }
        return self.call(number, from: caller)
    }
}

extension CallTree.Function {
    /// `true` if the compiler generated the function to adapt one call to another.
    fileprivate var isGenerated: Bool {
        ["merged ", "outlined ", "partial apply", "reabstraction thunk", "thunk for "].contains(where: name.hasPrefix)
    }
}
