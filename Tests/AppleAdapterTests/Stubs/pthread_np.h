// Declares of Apple's <pthread.h> what is not in that of Linux.
#pragma once

#include <pthread.h>

extern void *pthread_get_stackaddr_np(pthread_t thread);
extern size_t pthread_get_stacksize_np(pthread_t thread);
