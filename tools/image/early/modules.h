/* Kernel modules, in the order that the image's builder has found for them. */
#ifndef POSTERN_EARLY_MODULES_H
#define POSTERN_EARLY_MODULES_H

/* Loads the modules whose files the list names, one a line. What the machine has no use for may fail to load: what is
 * really missed shows in the step that needs it. */
void modules_load(const char *list);

#endif
