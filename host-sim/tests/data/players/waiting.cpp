// A player of the judge's interface that waits in every way there is, always for
// what never comes, and says how long that took by the system's own clock. All
// waits are for 100 seconds by the clock that it sees.

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <iostream>
#include <mutex>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

struct Point {
    int x, y;
};

constexpr auto SPAN = std::chrono::seconds(100);

static double now() {
    timespec time;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static timespec deadline(clockid_t id) {
    timespec time;
    clock_gettime(id, &time);
    time.tv_sec += SPAN.count();
    return time;
}

template <typename Wait> static void told(const char *name, Wait wait) {
    double start = now();
    wait();
    std::cerr << name << " " << now() - start << std::endl;
}

static void wait() {
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock<std::mutex> lock(mutex);
    told("wait_for", [&] { never.wait_for(lock, SPAN); });
    told("wait_until", [&] {
        never.wait_until(lock, std::chrono::system_clock::now() + SPAN);
    });

    pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&held);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_t condition;
    pthread_cond_init(&condition, &steady);
    told("pthread_cond_timedwait", [&] {
        timespec end = deadline(CLOCK_MONOTONIC);
        pthread_cond_timedwait(&condition, &held, &end);
    });
    told("pthread_mutex_timedlock", [&] {
        timespec end = deadline(CLOCK_REALTIME);
        pthread_mutex_timedlock(&held, &end);
    });
    pthread_mutex_unlock(&held);

    std::timed_mutex other;
    other.lock();
    told("try_lock_for", [&] {
        std::thread([&] { other.try_lock_for(SPAN); }).join();
    });
    other.unlock();

    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    told("sem_timedwait", [&] {
        timespec end = deadline(CLOCK_REALTIME);
        sem_timedwait(&semaphore, &end);
    });
    told("sem_clockwait", [&] {
        timespec end = deadline(CLOCK_MONOTONIC);
        sem_clockwait(&semaphore, CLOCK_MONOTONIC, &end);
    });
    told("clock_nanosleep", [&] {
        timespec end = deadline(CLOCK_MONOTONIC);
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr);
    });
}

extern "C" Point *getPoint(int, int columns, const int *top, const int *, int,
                           int, int, int) {
    // By then its clock is far ahead of the system's.
    for (double start = now(); now() - start < 500;) {
    }
    wait();
    int y = 0;
    while (y < columns && top[y] == 0) {
        y++;
    }
    return new Point{top[y] - 1, y};
}

extern "C" void clearPoint(Point *point) { delete point; }
