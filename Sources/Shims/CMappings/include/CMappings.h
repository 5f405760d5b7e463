#ifndef CMAPPINGS_H
#define CMAPPINGS_H

#include <stddef.h>
#include <stdint.h>

// Mapped files that others may shorten. Reading a page of a mapping beyond the file's end raises SIGBUS, which would end the process. A guarded
// mapping instead counts as damaged, and that page and all later pages of the mapping are replaced with zeros. Other SIGBUS signals are passed to the
// handler that was there before.

// Guards a mapping that begins at a page. Returns its number, or -1 if there are too many.
int32_t cmappings_guard(const void *base, size_t count);

// Ends the guard. It must be called before the mapping is removed.
void cmappings_release(int32_t number);

// Whether the mapping has been shortened.
int32_t cmappings_is_damaged(int32_t number);

// The number of mappings that were damaged since the process began.
int32_t cmappings_damage_count(void);

#endif
