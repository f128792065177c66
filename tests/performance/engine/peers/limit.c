// The physical limit: the kernel's two inner loops in plain C, on the same arrays.
//   limit rows <dir> <nodes> <edges> <rounds>       one pass over [node][16]: best and median ms
//   limit draws <dir> <nodes> <edges> <iterations>  Monte Carlo of a system without loops, ms
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 16, LANES = 8, THREADS = 2 };

static int nodes, edges, iterations;
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

static inline uint64_t next(uint64_t *s) {
  uint64_t z = (*s += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// Lognormal draws by Box–Muller and libm, eight iterations side by side.
static void *draw(void *argument) {
  uint64_t state = (uint64_t)(intptr_t)argument * 7919 + 1;
  double *drawn = aligned_alloc(64, sizeof(double) * edges * LANES);
  double *values = aligned_alloc(64, sizeof(double) * nodes * LANES);
  double *check = calloc(1, sizeof *check);
  for (int group = 0; group < iterations / LANES / THREADS; group++) {
    for (int slot = 0; slot < edges; slot++)
      for (int lane = 0; lane < LANES; lane += 2) {
        double radius = sqrt(-2 * log(((next(&state) >> 11) + 0.5) * 0x1p-53));
        double sine, cosine;
        sincos(6.283185307179586 * (next(&state) >> 11) * 0x1p-53, &sine, &cosine);
        drawn[slot * LANES + lane] = amounts[slot] * exp(0.1 * radius * sine);
        drawn[slot * LANES + lane + 1] = amounts[slot] * exp(0.1 * radius * cosine);
      }
    for (int row = 0; row < nodes; row++) {
      double sum[LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
      for (int slot = start[row]; slot < start[row + 1]; slot++)
        for (int lane = 0; lane < LANES; lane++)
          sum[lane] += drawn[slot * LANES + lane] * values[suppliers[slot] * LANES + lane];
      memcpy(values + (size_t)row * LANES, sum, sizeof sum);
    }
    *check += values[(size_t)(nodes - 1) * LANES];
  }
  return check;
}

int main(int count, char **arguments) {
  if (count != 6) return 2;
  const char *dir = arguments[2];
  nodes = atoi(arguments[3]);
  edges = atoi(arguments[4]);
  start = load(dir, "row-start.i32", sizeof(int32_t) * (nodes + 1));
  suppliers = load(dir, "row-suppliers.i32", sizeof(int32_t) * edges);
  amounts = load(dir, "row-amounts.f64", sizeof(double) * edges);
  direct = load(dir, "row-direct.f64", sizeof(double) * nodes * WIDTH);
  if (!strcmp(arguments[1], "rows")) {
    rows(atoi(arguments[5]));
    return 0;
  }
  iterations = atoi(arguments[5]);
  double begin = now();
  pthread_t threads[THREADS];
  for (intptr_t at = 0; at < THREADS; at++) pthread_create(&threads[at], 0, draw, (void *)at);
  for (int at = 0; at < THREADS; at++) pthread_join(threads[at], 0);
  double taken = now() - begin;
  printf("{\"bestMs\":%f,\"medianMs\":%f,\"check\":0}\n", taken, taken);
  return 0;
}
