# needs: rustc
# a compiler with an allocator of its own, and a program that panics
cat >program.rs <<'END'
fn main() {
    let threads: Vec<_> = (0..16).map(|n| std::thread::spawn(move || (0..n * 1000u64).sum::<u64>())).collect();
    println!("{}", threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u64>());
    println!("{}", std::process::Command::new("sh").args(["-c", "exit 6"]).status().unwrap());
    let caught = std::panic::catch_unwind(|| panic!("inside"));
    println!("{}", caught.is_err());
    panic!("at the end");
}
END
rustc -O -o program program.rs && ./program 2>&1 | sed 's/([0-9]*) panicked/panicked/'
echo "${PIPESTATUS[0]}"
