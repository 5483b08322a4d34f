# needs: go
# a static program that makes threads by bare calls, and takes signals itself
cat >program.go <<'END'
package main

import ("fmt"; "os"; "os/exec"; "os/signal"; "sync"; "syscall")

func main() {
	var group sync.WaitGroup
	sums := make([]int, 64)
	for index := range sums { group.Add(1); go func(at int) { for n := 0; n < 100000; n++ { sums[at] += n }; group.Done() }(index) }
	group.Wait()
	fmt.Println(sums[0], sums[63])
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	syscall.Kill(syscall.Getpid(), syscall.SIGUSR1)
	fmt.Println(<-signals)
	fmt.Println(exec.Command("sh", "-c", "exit 6").Run())
	os.Exit(13)
}
END
export GOCACHE=$PWD/cache GOFLAGS=-mod=mod GO111MODULE=off CGO_ENABLED=0
go build -o program program.go && ./program
