private final class First { var other: AnyObject? }
private final class Second { var other: AnyObject? }
private final class Third { var other: AnyObject? }
private final class Fourth { var other: AnyObject? }
private final class Fifth { var other: AnyObject? }
private final class Sixth { var other: AnyObject? }

extension Leaks {
    /// Leaks objects of more types than a report shows.
    static func makeOtherCycles() {
        let (first, second, third) = (First(), Second(), Third())
        let (fourth, fifth, sixth) = (Fourth(), Fifth(), Sixth())
        first.other = first
        second.other = second
        third.other = third
        fourth.other = fourth
        fifth.other = fifth
        sixth.other = sixth
    }
}
