#include "include/CReadline.h"
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

// What does not stop by then is cut off.
enum { seconds_to_end = 2 };

static int signal_pipe[2] = {-1, -1};
static volatile sig_atomic_t is_reading;
static struct termios remembered;
static volatile sig_atomic_t is_remembered;

static void post(char letter) {
  int saved = errno;
  ssize_t written = write(signal_pipe[1], &letter, 1);
  (void)written;
  errno = saved;
}

static volatile sig_atomic_t progress_columns;

void cr_progress(int columns) { progress_columns = columns; }

static void wipe_progress(void) {
  static const char blanks[] = "                                                                ";
  int left = progress_columns;
  if (left <= 0) { return; }
  ssize_t written = write(STDERR_FILENO, "\r", 1);
  while (left > 0 && written > 0) {
    int count = left < (int)sizeof blanks - 1 ? left : (int)sizeof blanks - 1;
    written = write(STDERR_FILENO, blanks, (size_t)count);
    left -= count;
  }
  written = write(STDERR_FILENO, "\r", 1);
}

void cr_restore_terminal(void *unused) {
  (void)unused;
  wipe_progress();
  if (!is_remembered) { return; }
  static const char leave_paste_mode[] = "\033[?2004l";
  if (is_reading) {
    ssize_t written = write(STDOUT_FILENO, leave_paste_mode, sizeof leave_paste_mode - 1);
    (void)written;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &remembered);
}

void cr_die_by_signal(int signal_number) {
  cr_restore_terminal(NULL);
  signal(signal_number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal_number);
  raise(signal_number);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
}

static volatile sig_atomic_t ended_by;
static pthread_t ending_thread;
static void (*stop_work)(void);

static void end_late(int number) {
  (void)number;
  cr_die_by_signal(ended_by);
}

static void end_softly(int number) {
  if (!pthread_equal(pthread_self(), ending_thread)) {
    pthread_kill(ending_thread, number);
    return;
  }
  int saved = errno;
  if (ended_by) { cr_die_by_signal(number); }
  ended_by = number;
  stop_work();
  alarm(seconds_to_end);
  errno = saved;
}

int cr_ended_by(void) { return ended_by; }

void cr_interrupted(void *unused) {
  (void)unused;
  if (is_reading) { post('i'); }
}

void cr_warn(void *unused) {
  (void)unused;
  static const char text[] = "\nstill in one long call; Ctrl-C once more ends lectern\n";
  int saved = errno;
  wipe_progress();
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  errno = saved;
}

static void on_window_change(int number) {
  (void)number;
  post('w');
}

static void on_stop(int number) {
  (void)number;
  post('t');
}

static void on_end(int number) { cr_die_by_signal(number); }

/// SA_RESTART is left out: a wait of the kernel's must come back and see the interrupt.
static void catch_signal(int number, void (*action)(int)) {
  struct sigaction how = {0};
  how.sa_handler = action;
  sigemptyset(&how.sa_mask);
  sigaction(number, &how, NULL);
}

void cr_end_softly(void (*stop)(void)) {
  ending_thread = pthread_self();
  stop_work = stop;
  catch_signal(SIGALRM, end_late);
  catch_signal(SIGTERM, end_softly);
}

static void open_pipe(void) {
  if (signal_pipe[0] >= 0) { return; }
  if (pipe(signal_pipe) != 0) { return; }
  for (int end = 0; end < 2; end++) {
    fcntl(signal_pipe[end], F_SETFL, O_NONBLOCK);
    fcntl(signal_pipe[end], F_SETFD, FD_CLOEXEC);
  }
}

int cr_signal_fd(void) {
  open_pipe();
  return signal_pipe[0];
}

void cr_terminal_remember(void) {
  if (is_remembered) { return; }
  if (tcgetattr(STDIN_FILENO, &remembered) == 0) { is_remembered = 1; }
}

void cr_signals_reading(bool reading) {
  is_reading = reading;
  catch_signal(SIGWINCH, reading ? on_window_change : SIG_DFL);
  catch_signal(SIGTSTP, reading ? on_stop : SIG_DFL);
  catch_signal(SIGTERM, reading ? on_end : SIG_DFL);
  catch_signal(SIGHUP, reading ? on_end : SIG_DFL);
}
