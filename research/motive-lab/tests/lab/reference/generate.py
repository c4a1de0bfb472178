#!/usr/bin/env python3
"""Reference values for the lab's statistics, from SciPy, statsmodels, scikit-posthocs, lifelines and rliable.

Run it in an environment with requirements.txt of this folder:  python generate.py > values.json
Samples are drawn from fixed seeds, so that the same versions give the same file.
"""

import json
import sys
import warnings
from importlib.metadata import version

import lifelines
import numpy as np
import scikit_posthocs
import scipy
import statsmodels
from lifelines import KaplanMeierFitter
from lifelines.statistics import logrank_test
from lifelines.utils import restricted_mean_survival_time
from rliable import library, metrics
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_ind, ttost_paired

warnings.filterwarnings("ignore")
TAILS = ["two-sided", "less", "greater"]
rng = np.random.default_rng(20261117)


def drawn(count, ties):
    """A sample with or without ties; three digits, so that the file stays small and reads back exactly."""
    if ties:
        return [float(x) for x in rng.integers(0, 6, count)]
    return [round(float(x), 3) for x in rng.normal(rng.uniform(-1, 1), rng.uniform(0.2, 3), count)]


def sizes(kind, at):
    tiny = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (5, 5), (8, 8), (8, 6), (6, 8), (7, 30), (9, 9)]
    if kind == "tiny":
        return tiny[at % len(tiny)]
    return int(rng.integers(2, 60)), int(rng.integers(2, 60))


def pairs(count, least=1):
    for at in range(count):
        n, m = sizes("tiny" if at % 2 else "larger", at)
        yield drawn(max(n, least), at % 3 == 0), drawn(max(m, least), at % 3 == 0)


def number(x):
    x = float(x)
    return x if np.isfinite(x) else None


cases = []


def add(function, inputs, values):
    cases.append({"function": function, "inputs": inputs, "values": [number(v) for v in values]})


for x, y in pairs(120):
    found = [stats.mannwhitneyu(x, y, alternative=tail) for tail in TAILS]
    # A sample without any difference has no distribution; SciPy says not a number.
    if all(np.isfinite(f.pvalue) for f in found):
        add("mann_whitney", [x, y], [found[0].statistic] + [f.pvalue for f in found])

for x, y in pairs(60, least=2):
    add("welch", [x, y], [v for t in TAILS for v in (lambda r: [r.statistic, r.pvalue])(stats.ttest_ind(x, y, equal_var=False, alternative=t))])
    add("one_sample_t", [x, [0.25]], [stats.ttest_1samp(x, 0.25).statistic, stats.ttest_1samp(x, 0.25).pvalue])
    r = stats.ttest_ind_from_stats(np.mean(x), np.std(x, ddof=1), len(x), np.mean(y), np.std(y, ddof=1), len(y), equal_var=False)
    add("welch_from_summary", [x, y], [r.statistic, r.pvalue])
    ci = stats.ttest_ind(x, y, equal_var=False).confidence_interval(0.95)
    add("difference_interval", [x, y], [ci.low, ci.high])
    p, low, high = ttost_ind(x, y, -0.5, 0.75, usevar="unequal")
    add("tost_welch", [x, y, [-0.5, 0.75]], [p, low[0], low[1], high[0], high[1]])

for at in range(120):
    n = [1, 2, 3, 5, 6, 8, 10, 12, 13, 14, 20, 35, 50, 51, 80][at % 15]
    ties = at % 3 == 0
    x, y = drawn(n, ties), drawn(n, ties)
    if at % 7 == 0 and n > 3:
        y[0], y[1] = x[0], x[1]
    d = np.array(x) - np.array(y)
    if np.any(d != 0) and len(set(np.round(np.abs(d[d != 0]), 9))) == len(set(np.abs(d[d != 0]))):
        found = [stats.wilcoxon(x, y, alternative=tail, correction=False) for tail in TAILS]
        add("wilcoxon", [x, y], [v for f in found for v in (f.statistic, f.pvalue)])
    if n >= 2:
        t = [stats.ttest_rel(x, y, alternative=tail) for tail in TAILS]
        add("paired_t", [x, y], [v for f in t for v in (f.statistic, f.pvalue)])
        p, low, high = ttost_paired(np.array(x), np.array(y), -0.4, 0.6)
        add("tost_paired", [x, y, [-0.4, 0.6]], [p, low[0], low[1], high[0], high[1]])
    if 2 <= n <= 12:
        mean = lambda a, b, axis: np.mean(a - b, axis=axis)
        p = [stats.permutation_test((np.array(x), np.array(y)), mean, permutation_type="samples", vectorized=True, n_resamples=np.inf, alternative=t).pvalue for t in TAILS]
        add("sign_flips", [x, y], [np.mean(d)] + p)

for at in range(60):
    groups = [drawn(int(rng.integers(1, 25)), at % 2 == 0) for _ in range(int(rng.integers(2, 6)))]
    if len(set(v for g in groups for v in g)) < 2:
        continue
    h = stats.kruskal(*groups)
    add("kruskal_wallis", groups, [h.statistic, h.pvalue])
    dunn = scikit_posthocs.posthoc_dunn(groups).to_numpy()
    add("dunn", groups, [dunn[i][j] for i in range(len(groups)) for j in range(i + 1, len(groups))])

for at in range(40):
    p = [round(float(x), 4) for x in rng.uniform(0, 0.2, int(rng.integers(1, 20)))]
    add("hochberg", [p], multipletests(p, method="simes-hochberg")[1])

for at in range(80):
    n, m = int(rng.integers(1, 40)), int(rng.integers(1, 40))
    cut = float(rng.uniform(2, 12))
    times = lambda count: [round(float(x), 1 if at % 2 else 3) for x in rng.exponential(rng.uniform(1, 8), count)]
    x, y = times(n), times(m)
    life = lambda values: (np.minimum(values, cut), np.array(values) < cut)
    (tx, ex), (ty, ey) = life(x), life(y)
    if ex.any():
        km = KaplanMeierFitter(alpha=0.05).fit(tx, ex)
        ci = km.confidence_interval_survival_function_
        where = [0.5, 1.0, 2.0, 4.0]
        low, high = (ci.iloc[:, k] for k in (0, 1))
        at_time = lambda series, t: series[series.index <= t].iloc[-1]
        # Where the curve passes through a half, rounding decides on which side lifelines has it.
        half = np.any(np.abs(km.survival_function_.to_numpy() - 0.5) < 1e-9)
        add("kaplan_meier", [x, [cut], where], [v for t in where for v in (km.predict(t), at_time(low, t), at_time(high, t))]
            + [np.nan if half else km.median_survival_time_, restricted_mean_survival_time(km, t=cut)])
    if ex.any() and ey.any() and n + m > 2:
        r = logrank_test(tx, ty, ex, ey)
        add("log_rank", [x, y, [cut]], [r.test_statistic, r.p_value])

for at in range(40):
    tasks, runs, other = int(rng.integers(1, 6)), int(rng.integers(1, 20)), int(rng.integers(1, 20))
    x = np.array([drawn(tasks, at % 2 == 0) for _ in range(runs)])
    y = np.array([drawn(tasks, at % 2 == 0) for _ in range(other)])
    columns = lambda scores: [[float(v) for v in task] for task in scores.T]
    add("interquartile_mean", columns(x), [metrics.aggregate_iqm(x)])
    taus = [-1.0, 0.0, 0.5, 2.0]
    add("performance_profile", columns(x) + [taus], [np.mean(np.mean(x > tau, axis=0)) for tau in taus])
    add("probability_of_improvement", [[float(tasks)]] + columns(x) + columns(y), [metrics.probability_of_improvement(x, y)])

for count, total in [(0, 5), (5, 5), (3, 7), (1988, 2000), (0, 100), (50, 100), (1, 1), (7, 8)]:
    add("proportion_interval", [[float(count), float(total)]], proportion_confint(count, total, alpha=0.05, method="jeffreys"))

for x, y in pairs(30, least=3):
    g = (np.mean(x) - np.mean(y)) / np.sqrt(((len(x) - 1) * np.var(x, ddof=1) + (len(y) - 1) * np.var(y, ddof=1)) / (len(x) + len(y) - 2))
    if np.isfinite(g) and g != 0:
        add("hedges_g", [x, y], [g * (1 - 3 / (4 * (len(x) + len(y) - 2) - 1))])
    delta = np.mean(np.sign(np.subtract.outer(np.array(x), np.array(y))))
    add("cliffs_delta", [x, y], [delta])
    add("quartiles", [x], np.quantile(x, [0.25, 0.5, 0.75]))

# Intervals by draws depend on the draws: both sides take many, and the difference is that of chance.
for at in range(6):
    x = np.array([drawn(3, False) for _ in range(12)])
    y = np.array([drawn(3, False) for _ in range(10)])
    scores = {"pair": (x, y)}
    _, ends = library.get_interval_estimates(scores, lambda a, b: np.array([metrics.probability_of_improvement(a, b)]), reps=4000, random_state=np.random.RandomState(at))
    columns = lambda s: [[float(v) for v in task] for task in s.T]
    add("improvement_interval", [[3.0]] + columns(x) + columns(y), ends["pair"].ravel())

versions = {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__,
            "scikit-posthocs": scikit_posthocs.__version__, "lifelines": lifelines.__version__, "rliable": version("rliable")}
print('{"versions": ' + json.dumps(versions) + ',\n"cases": [')
print(",\n".join(json.dumps(case, separators=(",", ":")) for case in cases))
print("]}")
