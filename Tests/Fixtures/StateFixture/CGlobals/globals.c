#include "globals.h"

#include <stdlib.h>

int state_counter = 1;
void *state_memory;
static volatile long state_hidden;

void state_leave(void) {
    state_counter = 2;
    state_memory = malloc(16);
    state_hidden = 5;
}

int state_read_counter(void) { return state_counter + (int)state_hidden + (state_memory != NULL); }
