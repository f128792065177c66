// The physical limit: the inner loop of the kernel in plain C, on the same arrays.
//   limit <dir> <nodes> <edges> <rounds>  one pass over [node][16]: best and median ms
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 16 };

static int nodes, edges;
static int32_t *start, *suppliers;
static double *amounts, *direct;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void *load(const char *dir, const char *name, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *file = fopen(path, "rb");
  void *data = aligned_alloc(64, (size + 63) / 64 * 64);
  if (!file || fread(data, 1, size, file) != size) exit(1);
  fclose(file);
  return data;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void rows(int rounds) {
  double *values = aligned_alloc(64, sizeof(double) * nodes * WIDTH);
  double *taken = malloc(sizeof(double) * rounds);
  for (int round = -3; round < rounds; round++) {
    double begin = now();
    for (int row = 0; row < nodes; row++) {
      double sum[WIDTH];
      memcpy(sum, direct + (size_t)row * WIDTH, sizeof sum);
      for (int slot = start[row]; slot < start[row + 1]; slot++) {
        const double *input = values + (size_t)suppliers[slot] * WIDTH;
        for (int k = 0; k < WIDTH; k++) sum[k] += amounts[slot] * input[k];
      }
      memcpy(values + (size_t)row * WIDTH, sum, sizeof sum);
    }
    if (round >= 0) taken[round] = now() - begin;
  }
  qsort(taken, rounds, sizeof *taken, ascending);
  printf("{\"bestMs\":%f,\"medianMs\":%f,\"check\":%.17g}\n", taken[0], taken[rounds / 2],
         values[(size_t)nodes * WIDTH - 1]);
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  const char *dir = arguments[1];
  nodes = atoi(arguments[2]);
  edges = atoi(arguments[3]);
  start = load(dir, "row-start.i32", sizeof(int32_t) * (nodes + 1));
  suppliers = load(dir, "row-suppliers.i32", sizeof(int32_t) * edges);
  amounts = load(dir, "row-amounts.f64", sizeof(double) * edges);
  direct = load(dir, "row-direct.f64", sizeof(double) * nodes * WIDTH);
  rows(atoi(arguments[4]));
  return 0;
}
