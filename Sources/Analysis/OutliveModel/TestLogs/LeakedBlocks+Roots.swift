extension LeakedBlocks {
    /// The blocks divided by equal roots, in the order of their first ones.
    ///
    /// No reference leads from what one root keeps to what another one keeps, so each part is complete.
    ///
    /// - Complexity: O(blocks + references)
    package var byRoots: [LeakedBlocks] {
        struct RootKey: Hashable {
            var type, stack: Int32
            /// The first type below a root that is not known to be the program's.
            var content: Int32
        }
        var parts: [LeakedBlocks] = []
        // A part has the texts that it uses.
        var numbersOfTexts: [[Int32: Int32]] = []
        func number(of text: Int32, in part: Int) -> Int32 {
            if let known = numbersOfTexts[part][text] { return known }
            let number = Int32(parts[part].texts.count)
            numbersOfTexts[part][text] = number
            parts[part].texts.append(texts[Int(text)])
            return number
        }
        var numbers: [RootKey: Int] = [:]
        var places: [(part: Int32, index: Int32)] = []
        places.reserveCapacity(blocks.count)
        var part = 0
        for (index, block) in blocks.enumerated() {
            if block.isRoot {
                let next = index + 1 < blocks.count && !blocks[index + 1].isRoot ? blocks[index + 1].type : -1
                let isNamed = block.type > 0 && !texts[Int(block.type)].contains(" ")
                let key = RootKey(type: block.type, stack: block.stack, content: isNamed ? -1 : next)
                part = numbers[key] ?? parts.count
                if part == parts.count {
                    numbers[key] = part
                    var empty = LeakedBlocks()
                    (empty.process, empty.processID, empty.path, empty.system) = (process, processID, path, system)
                    empty.stacks = stacks
                    parts.append(empty)
                    numbersOfTexts.append([0: 0])
                }
            }
            places.append((Int32(part), Int32(parts[part].blocks.count)))
            var block = block
            block.type = number(of: block.type, in: part)
            parts[part].blocks.append(block)
        }
        for reference in references {
            let (source, target) = (places[Int(reference.source)], places[Int(reference.target)])
            guard source.part == target.part else { continue }
            parts[Int(source.part)].references.append(
                Reference(
                    source: source.index, target: target.index,
                    name: number(of: reference.name, in: Int(source.part))))
        }
        return parts
    }
}
