internal import OutliveModel

/// What closures are called by the code that stands beside a reference to them: `closure in Feed.start (Feed.swift:31)`.
struct ClosureNames {
    /// For the contexts of closures of which the code is known and has a name, by index of the node.
    let names: [Int: String]

    /// Looks the names up, which blocks the calling thread.
    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        var code: [Int: UInt64] = [:]
        for function in snapshot.functions where !function.isOfRoot {
            let node = Int(snapshot.edges[Int(function.place)].target)
            guard code[node] == nil, snapshot.types[Int(snapshot.nodes[node].type)].type?.kind == .closure else {
                continue
            }
            code[node] = function.address
        }
        let addresses = Set(code.values).sorted()
        var places = FrameNames(snapshot.modules)
        let epoch = snapshot.stacks.lazy.map(\.epoch).max() ?? 0
        let frames = addresses.map { address in
            var frame = places.frame(address, epoch: epoch)
            // It is where a function begins, and look-ups are of what comes before a return address.
            frame.offset += 1
            return frame
        }
        var known: [UInt64: String] = [:]
        for (address, frame) in zip(addresses, names.functions(of: frames)) {
            guard let name = CodeName(frame.symbols), name.isSwiftCode else { continue }
            known[address] = "closure in \(name.function)" + (name.location.map { " (\($0))" } ?? "")
        }
        self.names = code.compactMapValues { known[$0] }
    }
}
