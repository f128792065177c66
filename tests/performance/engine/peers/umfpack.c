// UMFPACK on (I − A) in compressed columns: symbolic, numeric, then 16 right-hand sides.
//   umfpack <dir> <nodes> <entries> <indicators>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>
#include <suitesparse/umfpack.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void *load(const char *dir, const char *name, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *file = fopen(path, "rb");
  void *data = malloc(size);
  if (!file || fread(data, 1, size, file) != size) exit(1);
  fclose(file);
  return data;
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  const char *dir = arguments[1];
  int nodes = atoi(arguments[2]), entries = atoi(arguments[3]), width = atoi(arguments[4]);
  int *start = load(dir, "column-start.i32", sizeof(int) * (nodes + 1));
  int *row = load(dir, "column-row.i32", sizeof(int) * entries);
  double *value = load(dir, "column-value.f64", sizeof(double) * entries);
  double *direct = load(dir, "direct.f64", sizeof(double) * nodes * width);
  double *expected = load(dir, "solution.f64", sizeof(double) * nodes * width);
  double *right = malloc(sizeof(double) * nodes), *solved = malloc(sizeof(double) * nodes);
  void *symbolic, *numeric;
  double begin = now(), gap = 0;
  if (umfpack_di_symbolic(nodes, nodes, start, row, value, &symbolic, 0, 0)) return 1;
  if (umfpack_di_numeric(start, row, value, symbolic, &numeric, 0, 0)) return 1;
  for (int k = 0; k < width; k++) {
    for (int node = 0; node < nodes; node++) right[node] = direct[(size_t)node * width + k];
    if (umfpack_di_solve(UMFPACK_A, start, row, value, solved, right, numeric, 0, 0)) return 1;
    for (int node = 0; node < nodes; node++) {
      double other = expected[(size_t)node * width + k];
      gap = fmax(gap, fabs(solved[node] - other) / fabs(other));
    }
  }
  printf("{\"ms\":%f,\"gap\":%g}\n", now() - begin, gap);
  return 0;
}
