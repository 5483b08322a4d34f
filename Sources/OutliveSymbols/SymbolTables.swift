internal import OutliveModel

/// Names only, from the symbol tables of the modules themselves: needs no tool.
struct SymbolTables: SymbolSource {
    let name = "the modules' symbol tables"

    func symbols(of addresses: [Address]) -> [Address: [Symbol]] {
        var found: [Address: [Symbol]] = [:]
        // Module by module, so that one table at a time is in memory.
        for (module, addresses) in Dictionary(grouping: addresses, by: \.module) {
            guard let table = ELFImage(path: module)?.symbolTable() else { continue }
            for address in addresses {
                guard let symbol = table.symbol(.function, containing: address.offset) else { continue }
                found[address] = [Symbol(function: functionName(table.name(of: symbol)))]
            }
        }
        return found
    }
}
