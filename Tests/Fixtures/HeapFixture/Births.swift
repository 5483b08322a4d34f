#if os(Linux)
import Glibc

/// Objects that are made one after another, with time between them.
enum Births {
    static func run() {
        keep(Early())
        usleep(20_000)
        keep(Middle())
        usleep(20_000)
        print(Tier.census(1, graph: true, endsCycle: true))
        keep(Late())
        print(Tier.census(2, graph: true))
    }
}

private final class Early {}
private final class Middle {}
private final class Late {}
#endif
