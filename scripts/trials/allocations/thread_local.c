// A library to preload that has a thread-local and nothing else. For each module that has some, the C library allocates
// 16 bytes more in each thread; the heap tier is such a module, and valgrind's libraries are not.
__thread char own __attribute__((used));
