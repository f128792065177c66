"""Solves (I - A) Y = Q the way SciPy and NumPy can, and compares with the engine's solution.

    scipy_peer.py <dir> <nodes> <indicators> neumann|superlu|dense
"""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spl


def main() -> None:
    folder, nodes, width, method = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    read = lambda name, kind: np.fromfile(f"{folder}/{name}", dtype=kind)
    consumers, suppliers = read("consumers.i32", np.int32), read("suppliers.i32", np.int32)
    a = sp.csr_matrix((read("amounts.f64", float), (consumers, suppliers)), shape=(nodes, nodes))
    q = read("direct.f64", float).reshape(nodes, width)
    expected = read("solution.f64", float).reshape(nodes, width)
    taken = []
    for _ in range(1 if method == "superlu" else 5):
        begin = time.perf_counter()
        solution = METHODS[method](a, q)
        taken.append((time.perf_counter() - begin) * 1e3)
    gap = float(np.max(np.abs(solution - expected) / np.abs(expected)))
    print(json.dumps({"ms": sorted(taken)[len(taken) // 2], "gap": gap}))


def neumann(a, q):
    """Q + A Q + A^2 Q + ... until a term is below 1e-12 of the largest value."""
    total, term = q.copy(), q
    limit = 1e-12 * np.abs(q).max()
    while True:
        term = a @ term
        total += term
        if np.abs(term).max() < limit:
            return total


def superlu(a, q):
    return spl.splu((sp.identity(a.shape[0]) - a).tocsc()).solve(q)


def dense(a, q):
    return np.linalg.solve(np.identity(a.shape[0]) - a.toarray(), q)


METHODS = {"neumann": neumann, "superlu": superlu, "dense": dense}

main()
