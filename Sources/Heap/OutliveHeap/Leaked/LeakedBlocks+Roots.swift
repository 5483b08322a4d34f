package import OutliveModel

extension LeakedBlocks {
    /// What equal roots have in common.
    private struct RootKey: Hashable {
        var type, stack, cycle: Int32
        /// The type of the nearest object of the program, in the order of the output, for a root that is none.
        var nearest: Int32
    }

    /// The blocks divided by equal roots, in the order of their first ones.
    ///
    /// No reference leads from what one root keeps to what another one keeps, so each part is complete.
    ///
    /// - Complexity: O(blocks + references)
    package var byRoots: [LeakedBlocks] {
        let types = LeakedTypes(ofProcess: process)
        let isOwn = texts.map {
            types.type($0).map { $0.kind == .object && $0.isOfOwnModule } ?? false
        }
        var parts: [Part] = []
        var numbers: [RootKey: Int] = [:]
        var places: [(part: Int, index: Int32)] = []
        places.reserveCapacity(blocks.count)
        var part = 0
        for (index, block) in blocks.enumerated() {
            if block.isRoot || index == 0 {
                let below = blocks[(index + 1)...].prefix { !$0.isRoot }
                let nearest = isOwn[Int(block.type)] ? nil : below.first { isOwn[Int($0.type)] }?.type
                let key = RootKey(type: block.type, stack: block.stack, cycle: block.cycle, nearest: nearest ?? -1)
                part = numbers[key] ?? parts.count
                if part == parts.count {
                    numbers[key] = part
                    parts.append(Part(of: self))
                }
            }
            places.append((part, Int32(parts[part].blocks.blocks.count)))
            parts[part].add(block, of: self)
        }
        for reference in references {
            let (source, target) = (places[Int(reference.source)], places[Int(reference.target)])
            guard source.part == target.part else { continue }
            parts[source.part].add(reference, from: source.index, to: target.index, of: self)
        }
        return parts.map(\.blocks)
    }

    /// A part with the texts and stacks that it uses.
    private struct Part {
        private(set) var blocks = LeakedBlocks()
        private var texts: [Int32: Int32] = [0: 0]
        private var stacks: [Int32: Int32] = [:]

        init(of whole: LeakedBlocks) {
            (blocks.process, blocks.processID) = (whole.process, whole.processID)
            blocks.system = whole.system
        }

        mutating func add(_ block: Block, of whole: LeakedBlocks) {
            var block = block
            (block.type, block.cycle) = (number(of: block.type, whole), 0)
            if block.stack >= 0 {
                let known = stacks[block.stack]
                if known == nil {
                    stacks[block.stack] = Int32(blocks.stacks.count)
                    blocks.stacks.append(whole.stacks[Int(block.stack)])
                }
                block.stack = known ?? Int32(blocks.stacks.count - 1)
            }
            blocks.blocks.append(block)
        }

        mutating func add(
            _ reference: LeakedBlocks.Reference, from source: Int32, to target: Int32, of whole: LeakedBlocks
        ) {
            blocks.references.append(
                LeakedBlocks.Reference(source: source, target: target, name: number(of: reference.name, whole)))
        }

        private mutating func number(of text: Int32, _ whole: LeakedBlocks) -> Int32 {
            if let known = texts[text] { return known }
            let number = Int32(blocks.texts.count)
            texts[text] = number
            blocks.texts.append(whole.texts[Int(text)])
            return number
        }
    }
}
