/* What is made again at each start below /run, and the loopback: a shell would need a process for each. */
#ifndef POSTERN_EARLY_RUN_H
#define POSTERN_EARLY_RUN_H

/* Makes the folders, the pipe and the links of /run/postern, each with its owner. 0, or a negative errno; then some are
 * missing. */
int run_fill(void);

/* Gives devices to whom they are for: of each line of the file `list` mode (octal), owner and group by number, and path.
 * What the machine does not have is passed over. 0, or a negative errno; -EINVAL for a line that is none. */
int run_give(const char *list);

/* Switches `lo` on. 0, or a negative errno. */
int run_loopback_up(void);

#endif
