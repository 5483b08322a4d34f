#pragma once

/// Changes the variables of this file.
void state_leave(void);

int state_read_counter(void);
