# needs: java
# a virtual machine with its own handlers of faults and signals
cat >Program.java <<'END'
import java.util.stream.LongStream;
public class Program {
    static String text;
    public static void main(String[] arguments) throws Exception {
        System.out.println(LongStream.range(0, 1000000).parallel().sum());
        try { text.length(); } catch (NullPointerException error) { System.out.println("caught"); }
        Process child = new ProcessBuilder("sh", "-c", "exit 5").start();
        System.out.println(child.waitFor());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        new ProcessBuilder("kill", "-TERM", Long.toString(ProcessHandle.current().pid())).start();
        Thread.sleep(60000);
    }
}
END
java -Xmx128m Program.java
