/** A count and its total. With weighted observations, both may be fractions. */
export interface Rate {
  hits: number
  of: number
}

export interface Interval {
  low: number
  high: number
}

const LEVEL = 0.95

/** Clopper and Pearson (1934): an interval that covers the true share at least 95 % of the time. NaN without data. */
export function exactInterval({ hits, of }: Rate): Interval {
  if (of <= 0) return { low: NaN, high: NaN }
  const tail = (1 - LEVEL) / 2
  return {
    low: hits <= 0 ? 0 : betaQuantile(tail, hits, of - hits + 1),
    high: hits >= of ? 1 : betaQuantile(1 - tail, hits + 1, of - hits),
  }
}

export interface Weighed {
  weight: number
  isHit: boolean
}

/** A weighted share over the effective number of observations, (Σw)² ÷ Σw² (Korn and Graubard, 1998). */
export function weightedRate(observations: readonly Weighed[]): Rate {
  let [total, squares, hits] = [0, 0, 0]
  for (const { weight, isHit } of observations) {
    total += weight
    squares += weight * weight
    if (isHit) hits += weight
  }
  if (total === 0) return { hits: 0, of: 0 }
  const of = (total * total) / squares
  return { hits: (hits / total) * of, of }
}

/** The quantile `p` of Beta(a, b), by bisection. 60 steps are exact to the last digit. */
function betaQuantile(p: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (betaDistribution(middle, a, b) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The regularized incomplete beta function (DLMF 8.17.22), on the side where its continued fraction converges fast. */
export function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1
  const isFar = x > (a + 1) / (a + b + 2)
  return isFar ? 1 - betaFraction(1 - x, b, a) : betaFraction(x, a, b)
}

const MAX_TERMS = 10_000
const EPSILON = 1e-15
const TINY = 1e-300

/** The continued fraction, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    const before = fraction
    for (const term of [even, odd]) {
      d = 1 / awayFromZero(1 + term * d)
      c = awayFromZero(1 + term / c)
      fraction *= c * d
    }
    if (Math.abs(fraction / before - 1) < EPSILON) break
  }
  const front = a * Math.log(x) + b * Math.log1p(-x) - Math.log(a) - logBeta(a, b)
  return Math.exp(front) * fraction
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** Coefficients of Lanczos' approximation for g = 7. */
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const

function logGamma(z: number): number {
  const x = z - 1
  const series = LANCZOS.reduce((sum, k, index) => sum + k / (x + index + 1), 0.9999999999998099)
  const t = x + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(series)
}
