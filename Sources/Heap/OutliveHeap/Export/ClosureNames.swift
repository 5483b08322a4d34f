internal import OutliveModel

/// The names of closures from the code address beside a reference to them: `closure in Feed.start (Feed.swift:31)`.
struct ClosureNames {
    /// The names of closure contexts with known code, by node index.
    let names: [Int: String]

    /// Looks up the names, which blocks the calling thread.
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
            // The address is a function's first byte. The lookup expects a return address and reads the byte before it.
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
