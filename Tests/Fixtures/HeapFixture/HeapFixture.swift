/// A program for the heap tier's tests: does what its first argument names.
@main
enum HeapFixture {
    static func main() {
        print("no such scenario")
    }
}
