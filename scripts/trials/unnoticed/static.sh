# needs: clang
# an executable without a loader, into which nothing can be preloaded
clang -static -O1 -o program "$HERE/../../../Tests/Fixtures/HeapTrials/threads.c" 2>/dev/null && ./program
