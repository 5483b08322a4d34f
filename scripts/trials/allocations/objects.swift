// Classes, closures, boxes, errors and generics: objects whose number and size no allocator decides.
class Shape {
    var name = 1
    func area() -> Int { name }
}
final class Square: Shape {
    var sides = (1, 2, 3, 4)
    weak var parent: Shape?
    override func area() -> Int { sides.0 * sides.1 }
}
struct Large { var numbers = (1, 2, 3, 4, 5, 6, 7, 8) }
struct Failure: Error { var number: Int }
protocol Countable { var number: Int { get } }
extension Large: Countable { var number: Int { numbers.0 } }

@inline(never) func fail(_ number: Int) throws { throw Failure(number: number) }
@inline(never) func box(_ number: Int) -> any Countable { Large(numbers: (number, 2, 3, 4, 5, 6, 7, 8)) }
@inline(never) func counter() -> () -> Int {
    var count = 0
    return {
        count += 1; return count
    }
}
indirect enum List { case end, item(Int, List) }
@inline(never) func list(_ length: Int) -> List { length == 0 ? .end : .item(length, list(length - 1)) }

@main enum Program {
    static func main() {
        let rounds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1])! : 1
        var (shapes, sum): ((Shape, Shape)?, Int) = (nil, 0)
        for round in 0..<rounds {
            let square = Square()
            square.parent = shapes?.0
            shapes = (square, Shape())
            sum += shapes!.0.area() + shapes!.1.area() + box(round).number
            let next = counter()
            sum += next() + next()
            do { try fail(round) } catch { sum += (error as! Failure).number }
            if case .item(let length, _) = list(round % 50) { sum += length }
        }
        if sum == 1 { print(sum) }
    }
}
