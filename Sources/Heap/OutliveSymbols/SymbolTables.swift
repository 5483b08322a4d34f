internal import OutliveModel

/// A source of function names from the symbol tables of the modules, without a tool and without lines.
struct SymbolTables: SymbolSource {
    let name = "the modules' symbol tables"

    func symbols(of addresses: [Address]) -> [Address: [Symbol]] {
        var found: [Address: [Symbol]] = [:]
        // Module by module, so that only one table is in memory at a time.
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
