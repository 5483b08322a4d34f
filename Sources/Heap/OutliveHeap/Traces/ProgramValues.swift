internal import OutliveModel

/// Values of the program's types inside library objects, such as middleware stored in a router.
enum ProgramValues {
    /// Returns the holders with each such value as a separate holder after the library object, so that its property can
    /// be named.
    static func split(_ holders: [Holder], _ book: SymbolCache) -> [Holder] {
        holders.flatMap { holder in
            guard holder.author != .program || holder.kind == .closure, let owner = holder.reference.elementType,
                HeapType(name: owner, kind: .object).module.map(book.isProgram) ?? false,
                let property = holder.reference.elementProperty ?? holder.reference.innermost
            else { return [holder] }
            // A closure holds such a value through a capture, which has no name.
            var value = Holder(kind: .object, name: TypeNames.brief(owner), author: .program, typeName: owner)
            (value.isDying, value.cut) = (holder.isDying, holder.cut)
            value.reference = holder.reference
            value.reference.pieces = [.property(property)] + holder.reference.piecesBehindProperties
            var library = holder
            library.reference = Reference()
            return [library, value]
        }
    }
}

extension Reference {
    fileprivate var piecesBehindProperties: [Piece] {
        let last = pieces.lastIndex { if case .property = $0 { true } else { false } }
        return last.map { Array(pieces[($0 + 1)...]) } ?? []
    }
}
