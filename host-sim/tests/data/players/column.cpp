// A player of the judge's interface in C++. It plays the first column with
// room after a number of columns, and has these peculiarities:
//
// SHIFT=N       how many columns it begins after, more with every move
// MEMORY        plays illegally if it finds that it has played before
// ILLEGAL       plays illegally
// CLOCK_MS=N    thinks until clock() has gone on by N, as where it counts
//               milliseconds
// WALL_MS=N     thinks until the clock on the wall has gone on by N ms
// CPU_MS=N      thinks until it has had N ms of the processor, by the system's
//               own count
//               These three write to the file COUNTED how many milliseconds
//               they had on the processor, and how many passed on the wall.
// ALL_CLOCKS    works for 50 ms and says what every clock makes of it

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <pthread.h>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>
#include <vector>

struct Point {
    int x, y;
};

#ifndef SHIFT
#define SHIFT 0
#endif

// A clock in milliseconds, by the system itself.
static double real(clockid_t id) {
    timespec time;
    syscall(SYS_clock_gettime, id, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

// The processor time of this thread.
static double worked() { return real(CLOCK_THREAD_CPUTIME_ID); }

#ifdef ALL_CLOCKS
// The processor time of this thread, by a clock that has a number of its own.
static double of_this_thread() {
    clockid_t id;
    timespec time;
    pthread_getcpuclockid(pthread_self(), &id);
    clock_gettime(id, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static std::vector<std::pair<std::string, double>> look() {
    timespec monotonic, utc;
    timeval day;
    struct tms ticks;
    rusage usage;
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    timespec_get(&utc, TIME_UTC);
    gettimeofday(&day, nullptr);
    double elapsed = times(&ticks);
    double tick = 1e3 / sysconf(_SC_CLK_TCK);
    getrusage(RUSAGE_SELF, &usage);
    using milliseconds = std::chrono::duration<double, std::milli>;
    auto steady = std::chrono::steady_clock::now().time_since_epoch();
    auto system = std::chrono::system_clock::now().time_since_epoch();
    return {
        {"clock_gettime", monotonic.tv_sec * 1e3 + monotonic.tv_nsec / 1e6},
        {"timespec_get", utc.tv_sec * 1e3 + utc.tv_nsec / 1e6},
        {"gettimeofday", day.tv_sec * 1e3 + day.tv_usec / 1e3},
        {"times", elapsed * tick},
        {"clock", clock() * 1e3 / CLOCKS_PER_SEC},
        {"time", time(nullptr) * 1e3},
        {"getrusage", (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
                          (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3},
        {"steady_clock", milliseconds(steady).count()},
        {"system_clock", milliseconds(system).count()},
        {"pthread_getcpuclockid", of_this_thread()},
    };
}
#endif

static void think() {
    double before = worked(), begun = real(CLOCK_MONOTONIC);
#ifdef CLOCK_MS
    for (clock_t start = clock(); clock() - start < CLOCK_MS;) {
    }
#endif
#ifdef WALL_MS
    auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start <
           std::chrono::milliseconds(WALL_MS)) {
    }
#endif
#ifdef CPU_MS
    while (worked() - before < CPU_MS) {
    }
#endif
    if (const char *path = std::getenv("COUNTED")) {
        std::ofstream(path, std::ios::app)
            << worked() - before << " " << real(CLOCK_MONOTONIC) - begun
            << std::endl;
    }
#ifdef ALL_CLOCKS
    auto first = look();
    for (double start = worked(); worked() - start < 50;) {
    }
    auto after = look();
    for (size_t i = 0; i < first.size(); i++) {
        std::cerr << first[i].first << " "
                  << after[i].second - first[i].second << std::endl;
    }
#endif
}

extern "C" Point *getPoint(int rows, int columns, const int *top,
                           const int *board, int, int, int, int) {
    static bool has_moved = false;
    bool is_new = true;
    for (int i = 0; i < rows * columns; i++) {
        is_new = is_new && board[i] != 2;
    }
    bool remembers = is_new && has_moved;
    has_moved = true;
#ifdef ILLEGAL
    return new Point{-1, -1};
#endif
#ifdef MEMORY
    if (remembers) {
        return new Point{-1, -1};
    }
#endif
    (void)remembers;
    // Something of the C++ runtime, on a stream that nobody reads.
    std::string text = std::to_string(columns);
    std::clog << "played on " << text << " columns" << std::endl;
    think();
    static int moves = 0;
    int y = (SHIFT * ++moves) % columns;
    while (top[y] == 0) {
        y = (y + 1) % columns;
    }
    return new Point{top[y] - 1, y};
}

extern "C" void clearPoint(Point *point) { delete point; }
