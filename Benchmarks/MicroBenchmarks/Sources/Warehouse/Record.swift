import Glibc

/// What lies in an aisle: a record of some type.
typealias Item = AnyObject

/// One of the goods or places that records are generic over.
protocol Kind: SendableMetatype {}

/// A record of goods at a place; each pair is a type of its own.
final class Record<Goods: Kind, Place: Kind> {
    let label: String
    let lines: [Line<Goods>]
    /// The record before it in its aisle.
    let previous: Item?
    /// A block that is no Swift object, of every fourth record.
    let picture: UnsafeMutableRawPointer?

    init(_ number: Int, after previous: Item?) {
        // Too long to be stored in the string itself.
        label = "record of the warehouse, number \(number)"
        lines = [Line(number), Line(number + 1)]
        self.previous = previous
        picture = number % 4 == 0 ? malloc(32) : nil
    }
}

/// A line of a record, whose array is a block.
struct Line<Goods: Kind> {
    let amount: Int

    init(_ amount: Int) { self.amount = amount }
}

enum Kinds {
    enum Apple: Kind {}
    enum Bread: Kind {}
    enum Chair: Kind {}
    enum Drill: Kind {}
    enum Easel: Kind {}
    enum Flask: Kind {}
    enum Glove: Kind {}
    enum Honey: Kind {}
    enum Inkpot: Kind {}
    enum Jacket: Kind {}
    enum Kettle: Kind {}
    enum Ladder: Kind {}
    enum Mirror: Kind {}
    enum Needle: Kind {}
    enum Orange: Kind {}
    enum Pencil: Kind {}
    enum Quilt: Kind {}
    enum Rope: Kind {}
    enum Spade: Kind {}
    enum Table: Kind {}

    static let all: [any Kind.Type] = [
        Apple.self, Bread.self, Chair.self, Drill.self, Easel.self, Flask.self, Glove.self, Honey.self, Inkpot.self,
        Jacket.self, Kettle.self, Ladder.self, Mirror.self, Needle.self, Orange.self, Pencil.self, Quilt.self,
        Rope.self, Spade.self, Table.self,
    ]
}
