/* The interface of libpocketfour.so, which is that of the original judge: a
 * player is a shared library with these two functions.
 *
 * Rows are counted from the top and columns from the left, both from 0. */

#ifndef POCKETFOUR_H
#define POCKETFOUR_H

#ifdef __cplusplus
extern "C" {
#endif

/* A cell: x is its row, y its column. */
struct Point {
    int x;
    int y;
};

/* The move of the player who is to move: the cell on which his stone lands, or
 * -1, -1 if the position is not one of the game. Give the point back by
 * clearPoint.
 *
 * rows, columns   the size of the board, 4 to 12 each
 * top             for each column, the row of its highest stone, or `rows`
 *                 where it is empty; a stone lands on row top[y] - 1. The
 *                 forbidden cell counts as filled as soon as it is next.
 * board           rows * columns numbers, row by row: 0 empty, 1 the
 *                 opponent's stone, 2 the player's own. The forbidden cell
 *                 is 0.
 * lastX, lastY    the opponent's last move; -1, -1 if there is none
 * noX, noY        the forbidden cell; -1, -1 if there is none
 *
 * It thinks for 2.5 seconds, or for as many milliseconds as the environment
 * variable POCKETFOUR_MOVETIME says, on one core, with 16 MB. One game is
 * played at a time; calls from several threads wait for each other. */
struct Point *getPoint(int rows, int columns, const int *top,
                       const int *board, int lastX, int lastY, int noX,
                       int noY);

/* Takes back what getPoint has returned. */
void clearPoint(struct Point *point);

#ifdef __cplusplus
}
#endif

#endif
