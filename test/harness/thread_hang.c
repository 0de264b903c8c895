/* Holds one thread of a process still, as a thread that hangs is: `thread_hang TID`, until its standard input ends. Says
 * "held" once it stands. The thread goes on when this ends, however it ends. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char *argv[]) {
    char some[64];
    pid_t thread = argc == 2 ? (pid_t)strtol(argv[1], NULL, 10) : 0;
    if (thread <= 0 || ptrace(PTRACE_SEIZE, thread, 0, 0) < 0 || ptrace(PTRACE_INTERRUPT, thread, 0, 0) < 0 ||
        waitpid(thread, NULL, __WALL) < 0) {
        perror("thread_hang");
        return 1;
    }
    (void)puts("held");
    (void)fflush(stdout);
    while (read(STDIN_FILENO, some, sizeof(some)) > 0) {
    }
    return 0;
}
