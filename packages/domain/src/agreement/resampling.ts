/** A 95 % confidence interval. */
export type Interval = [low: number, high: number]

/** Up to this many records are resampled individually; more records are grouped into this many blocks. */
const BLOCKS = 500
const RESAMPLES = 1000

/** Differences that rounding may leave. */
export const ROUNDING = 1e-12

/** Records drawn with replacement. */
export interface Resample {
  /** How many times each block is taken. */
  times: Uint16Array
  /** Number of answers to the records taken. */
  answers: number
}

/**
 * The bootstrap of a question's records: they are resampled with replacement a thousand times (Zapf et al. 2016, BMC Medical Research
 * Methodology 16:93), with a fixed seed, so that intervals are reproducible. All figures of a question use the same resamples.
 */
export class Resampling {
  /** Number of records, and of the answers to them. */
  records = 0
  answers = 0
  private readonly ofBlock: number[] = []
  private readonly random = seededRandom()
  private drawn: Resample[] | undefined

  /** @param resamples - their number: with fewer, intervals take less time and vary more */
  constructor(private readonly resamples = RESAMPLES) {}

  /** Add a record with this many answers, and return its block. */
  add(answers: number): number {
    // A random block, since the order of the records may be periodic.
    const block = this.records < BLOCKS ? this.records : Math.floor(this.random() * BLOCKS)
    this.records += 1
    this.answers += answers
    this.ofBlock[block] = (this.ofBlock[block] ?? 0) + answers
    this.drawn = undefined
    return block
  }

  /** The 95 % interval of a figure, which is null in resamples where it is undefined. Null where the resamples do not differ: they say nothing. */
  interval(figureOf: (resample: Resample) => number | null): Interval | null {
    this.drawn ??= this.draw()
    const found: number[] = []
    for (const resample of this.drawn) {
      const figure = figureOf(resample)
      if (figure !== null) found.push(figure)
    }
    if (found.length === 0) return null
    found.sort((one, other) => one - other)
    const at = (share: number) => found[Math.round(share * (found.length - 1))] ?? 0
    const [low, high] = [at(0.025), at(0.975)]
    return high - low < ROUNDING ? null : [low, high]
  }

  private draw(): Resample[] {
    const random = seededRandom()
    const blocks = this.ofBlock.length
    return Array.from({ length: this.resamples }, () => {
      const times = new Uint16Array(blocks)
      let answers = 0
      for (let taken = 0; taken < blocks; taken += 1) {
        const at = Math.floor(random() * blocks)
        times[at] = (times[at] ?? 0) + 1
        answers += this.ofBlock[at] ?? 0
      }
      return { times, answers }
    })
  }
}

/** A generator of pseudo-random numbers from 0 to below 1 (mulberry32). The seed is fixed, so that figures are reproducible. */
export function seededRandom(seed = 0x9e3779b9): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
