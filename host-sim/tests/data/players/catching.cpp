// A player of the judge's interface of which the C++ runtime is needed only to
// catch what is thrown, by whoever it calls.

struct Point {
    int x, y;
};

static Point chosen;

static int first(int columns, const int *top) {
    int y = 0;
    while (y < columns && top[y] == 0) {
        y++;
    }
    return y;
}

// Whatever stands here may throw, as far as the compiler knows.
static int (*volatile pick)(int, const int *) = first;

extern "C" Point *getPoint(int, int columns, const int *top, const int *, int,
                           int, int, int) {
    try {
        int y = pick(columns, top);
        chosen = {top[y] - 1, y};
    } catch (...) {
        chosen = {-1, -1};
    }
    return &chosen;
}

extern "C" void clearPoint(Point *) {}
