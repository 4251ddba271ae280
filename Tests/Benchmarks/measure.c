// measure OUT COMMAND [ARG…]: runs the command and writes one line to OUT:
//   wall seconds, user and system seconds, peak resident kilobytes, exit status
//
// A small C program, since a process inherits the peak of the one that starts it: python's own
// 10 MB would hide ours.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec * 1e-6; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  pid_t child;
  double start = now();
  if (posix_spawnp(&child, arguments[2], NULL, NULL, arguments + 2, environ)) {
    perror(arguments[2]);
    return 66;
  }
  int status = 0;
  struct rusage used;
  if (wait4(child, &status, 0, &used) != child) return 70;
  double wall = now() - start;
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  FILE *out = fopen(arguments[1], "w");
  if (!out) return 74;
  fprintf(out, "%.6f %.6f %.6f %ld %d\n", wall, seconds(used.ru_utime), seconds(used.ru_stime),
          used.ru_maxrss, code);
  return fclose(out) ? 74 : 0;
}
