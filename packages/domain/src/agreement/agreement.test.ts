import { describe, expect, it } from 'vitest'
import { AlphaTally, type Scale } from './alpha'
import { interval, kemeny, masi, nominal, ordinalDistances, spanF1Distance, spanKey } from './distances'
import { CohenTally, FleissTally, percentAgreement } from './kappa'
import { LabelTally } from './label-tally'
import { type PersonsAnswer, QuestionTally } from './question-tally'
import { Resampling, seededRandom } from './resampling'

type Cell = number | null

/** Parse records from one row of answers per person, separated by spaces; `.` means no answer. */
function records(...people: string[]): Cell[][] {
  const rows = people.map((row) => row.split(' ').map((cell) => (cell === '.' ? null : Number(cell))))
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? null))
}

/** Create records from a contingency table of the answers of two people. */
function crossed(table: Record<string, number>): string[][] {
  return Object.entries(table).flatMap(([pair, times]) => Array.from({ length: times }, () => pair.split(' ')))
}

function tallied<T>(scale: Scale<T>, given: readonly (readonly (T | null)[])[]): AlphaTally<T> {
  const tally = new AlphaTally<T>(scale, (value) => (value instanceof Set ? [...value].sort().join() : String(value)))
  for (const answers of given) tally.add(answers.filter((answer) => answer !== null))
  return tally
}

const alpha = <T>(scale: Scale<T>, given: readonly (readonly (T | null)[])[]) =>
  tallied(scale, given).alpha() ?? Number.NaN

function cohen(given: readonly (readonly string[])[]): number {
  const tally = new CohenTally()
  for (const [one = '', other = ''] of given) tally.add(one, other)
  return tally.kappa() ?? Number.NaN
}

/** Fleiss 1971, table 1: six psychiatrists, 30 patients, five diagnoses. */
const DIAGNOSES = `444444 222555 233335 555555 222444 113333 333355 113334 114444 555555
  144444 124444 222333 144444 224445 333335 111455 111112 224444 133555
  555555 244444 224555 114444 144445 222224 111155 224444 133333 555555`
  .split(/\s+/)
  .map((row) => [...row])

/** Hayes and Krippendorff 2007, p. 84: five observers, 40 newspaper articles, ratings of 0 to 3. */
const ARTICLES =
  `112.2 1101. 2333. .00.0 000.0 000.0 102.1 1.20. 222.2 2111. .100. 0000. 1222. 33223 111.1 111.1 212.2 1233. 1101. 000.0
  0011. 00.00 2333. 0000. 12.22 0111. 00010 1212. 1122. 112.2 110.0 2121. 22.22 3222. 222.2 223.2 222.2 22.12 2222. 111.1`
    .split(/\s+/)
    .map((row) => [...row].map((cell) => (cell === '.' ? null : Number(cell))))

/** Artstein and Poesio 2008, p. 568: two people, 100 utterances. */
const UTTERANCES = crossed({ 'stat stat': 46, 'ireq stat': 6, 'ireq ireq': 32, 'ireq chck': 6, 'chck chck': 10 })

describe('published examples, to the printed precision', () => {
  it('Krippendorff 2011, A: two observers, binary', () => {
    expect(alpha('nominal', records('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0')).toFixed(3)).toBe('0.095')
  })

  it('Krippendorff 2011, B: two observers, five values', () => {
    expect(alpha('nominal', records('1 1 2 2 4 3 3 3 5 4 4 1', '2 1 2 2 2 3 3 3 5 4 4 4')).toFixed(3)).toBe('0.692')
  })

  it.each([
    ['nominal', 'nominal', '0.743'],
    ['ordinal', 'ordinal', '0.815'],
    ['interval', { distance: interval }, '0.849'],
  ] as const)('Krippendorff 2011, C and D: four observers, answers missing, %s', (_name, scale, printed) => {
    const given = records(
      '1 2 3 3 2 1 4 1 2 . . .',
      '1 2 3 3 2 2 4 1 2 5 . 3',
      '. 3 3 3 2 3 4 2 2 5 1 .',
      '1 2 3 3 2 4 4 1 2 5 1 .',
    )
    expect(alpha<number>(scale, given).toFixed(3)).toBe(printed)
  })

  it('Krippendorff 2011, D and E: ratings, with the ordinal distance and with equal steps', () => {
    const given = [
      '1 1 . 1',
      '2 2 3 2',
      '3 3 3 3',
      '3 3 3 3',
      '2 2 2 2',
      '1 2 3 4',
      '4 4 4 4',
      '1 1 2 1',
      '2 2 2 2',
      '. 5 5 5',
      '. . 1 1',
      '. 3 . .',
    ]
    const tally = new QuestionTally('rating')
    for (const answers of given)
      tally.add(
        answers.split(' ').flatMap((cell, at) => (cell === '.' ? [] : [{ person: `p${at}`, value: Number(cell) }])),
      )
    const { alpha, alpha_equal_steps, interval, alpha_equal_steps_interval } = tally.result()
    expect([alpha?.toFixed(3), alpha_equal_steps?.toFixed(3)]).toEqual(['0.815', '0.849'])
    for (const [figure, [low, high]] of [
      [alpha, interval ?? [1, 0]],
      [alpha_equal_steps, alpha_equal_steps_interval ?? [1, 0]],
    ] as const) {
      expect(low).toBeLessThan(figure ?? 0)
      expect(high).toBeGreaterThan(figure ?? 1)
    }
  })

  it.each([
    ['nominal', 'nominal', 3, '0.477'],
    ['ordinal', 'ordinal', 4, '0.7598'],
    ['interval', { distance: interval }, 3, '0.757'],
  ] as const)('Hayes and Krippendorff 2007: five observers, %s', (_name, scale, digits, printed) => {
    expect(alpha<number>(scale, ARTICLES).toFixed(digits)).toBe(printed)
  })

  it('Krippendorff 1980, p. 139: three observers, and one value against the rest', () => {
    const given = records('1 1 2 4 1 2 1 3 2', '1 2 2 4 4 2 2 3 2', '1 2 2 4 4 2 3 3 2')
    expect(alpha('nominal', given)).toBeCloseTo(0.642, 3)
    expect(alpha<number>({ distance: interval }, given)).toBeCloseTo(0.547, 3)
    const ofEach = [1, 2, 3, 4].map((label) => {
      const resampling = new Resampling()
      const tally = new LabelTally(resampling)
      for (const answers of given) {
        const block = resampling.add(answers.length)
        const used = answers.filter((answer) => answer === label).length
        if (used > 0) tally.add([used], answers.length, block)
      }
      return (tally.alpha() ?? Number.NaN).toFixed(2)
    })
    expect(ofEach).toEqual(['0.38', '0.71', '0.72', '0.76'])
  })

  it('Krippendorff 1980: the ordinal distance counts the answers in between', () => {
    const [from1 = []] = ordinalDistances([2, 2, 4, 8, 2, 2])
    expect([...from1].map(Math.sqrt)).toEqual([0, 2, 5, 11, 16, 18])
  })

  it('Cohen 1960, p. 45: two clinicians, 200 patients', () => {
    const given = crossed({
      '1 1': 88,
      '1 2': 14,
      '1 3': 18,
      '2 1': 10,
      '2 2': 40,
      '2 3': 10,
      '3 1': 2,
      '3 2': 6,
      '3 3': 12,
    })
    expect(percentAgreement(given)?.toFixed(2)).toBe('0.70')
    expect(cohen(given).toFixed(3)).toBe('0.492')
  })

  it.each([
    [
      'Fleiss 1981, p. 213, with the standard error of Fleiss, Cohen and Everitt 1969, as SAS prints it',
      ['75 1 4', '5 4 1', '0 0 10'],
      ['0.6765', '0.5046', '0.8484'],
    ],
    [
      'SAS/STAT user guide, FREQ procedure, example "Agreement Study"',
      ['10 4 1 0', '5 10 12 2', '2 4 12 5', '0 2 6 13'],
      ['0.3449', '0.2030', '0.4868'],
    ],
  ])('%s: two people, kappa and its 95 %% interval', (_source, table, printed) => {
    const cells = table.flatMap((row, one) => row.split(' ').map((count, other) => [`${one} ${other}`, Number(count)]))
    const tally = new CohenTally()
    for (const [one = '', other = ''] of crossed(Object.fromEntries(cells))) tally.add(one, other)
    expect([tally.kappa(), ...(tally.interval() ?? [])].map((figure) => figure?.toFixed(4))).toEqual(printed)
  })

  it('Artstein and Poesio 2008, p. 558: two people, kappa', () => {
    const given = crossed({ 'stat stat': 20, 'ireq stat': 20, 'stat ireq': 10, 'ireq ireq': 50 })
    expect(percentAgreement(given)?.toFixed(1)).toBe('0.7')
    expect(cohen(given).toFixed(3)).toBe('0.348')
    // Table 3: specific agreement of each label.
    const f1 = ['stat', 'ireq'].map((label) => {
      const tally = new LabelTally()
      for (const answers of given) tally.add([answers.filter((answer) => answer === label).length], 2)
      return tally.f1()?.toFixed(3)
    })
    expect(f1).toEqual(['0.571', '0.769'])
  })

  it('Artstein and Poesio 2008, p. 568: two people, kappa and alpha with and without a distance', () => {
    const half = (one: string, other: string) => (one === other ? 0 : [one, other].includes('chck') ? 0.5 : 1)
    expect(percentAgreement(UTTERANCES)?.toFixed(2)).toBe('0.88')
    expect(cohen(UTTERANCES).toFixed(4)).toBe('0.8013')
    expect(alpha({ distance: half }, UTTERANCES).toFixed(4)).toBe('0.8156')
  })

  it('Fleiss 1971: six psychiatrists, 30 patients', () => {
    const tally = new FleissTally()
    for (const answers of DIAGNOSES) tally.add(answers)
    expect(percentAgreement(DIAGNOSES)?.toFixed(4)).toBe('0.5556')
    expect(tally.kappa()?.toFixed(3)).toBe('0.430')
  })

  it('Passonneau 2006: MASI of the same, a part, an overlap and nothing in common', () => {
    const set = (labels: string) => new Set(labels)
    expect(masi(set('ab'), set('ab'))).toBe(0)
    expect(masi(set('a'), set('ab'))).toBeCloseTo(1 - (1 / 2) * (2 / 3), 12)
    expect(masi(set('ab'), set('bc'))).toBeCloseTo(1 - (1 / 3) * (1 / 3), 12)
    expect(masi(set('a'), set('b'))).toBe(1)
    expect(masi(set(''), set(''))).toBe(0)
  })
})

describe('distances', () => {
  const ranked = (text: string) =>
    [...text].map((rank, at) => ({ value: 'abcd'[at] ?? '', rank: rank === '.' ? null : Number(rank) }))

  it.each([
    ['123', '123', 0],
    ['123', '321', 1],
    ['123', '213', 1 / 3],
    ['111', '123', 1 / 2],
    ['12.', '123', 0],
    ['1', '1', 0],
  ])('rankings %s and %s are %d apart', (one, other, apart) => {
    expect(kemeny(ranked(one), ranked(other))).toBeCloseTo(apart, 12)
    expect(kemeny(ranked(other), ranked(one))).toBeCloseTo(apart, 12)
  })

  it('spans share what has the same label, start and end', () => {
    const spans = (...given: [string, number, number][]) =>
      new Set(given.map(([label, start, end]) => spanKey({ label, start, end })))
    const two = spans(['person', 0, 4], ['place', 9, 12])
    expect(spanF1Distance(two, spans(['person', 0, 4]))).toBeCloseTo(1 / 3, 12)
    expect(spanF1Distance(two, spans(['person', 0, 5], ['person', 9, 12]))).toBe(1)
    expect(spanF1Distance(spans(), spans())).toBe(0)
    expect(spanF1Distance(two, spans())).toBe(1)
  })

  it('labels are the same or not', () => {
    expect([nominal('a', 'a'), nominal('a', 'b')]).toEqual([0, 1])
  })
})

describe('intervals', () => {
  it('hold the figure, are the same each time, and narrow with more records', () => {
    const wide = tallied('nominal', UTTERANCES)
    const [low, high] = wide.interval() ?? [1, 0]
    expect(low).toBeLessThan(0.8)
    expect(high).toBeGreaterThan(0.8)
    expect(tallied('nominal', UTTERANCES).interval()).toEqual([low, high])
    const many = tallied('nominal', Array.from({ length: 20 }, () => UTTERANCES).flat())
    const [manyLow, manyHigh] = many.interval() ?? [1, 0]
    expect(manyHigh - manyLow).toBeLessThan((high - low) / 3)
  })

  it('come close to the interval that Hayes and Krippendorff print for 0.7598: 0.7078 to 0.8078', () => {
    const [low, high] = tallied('ordinal', ARTICLES).interval() ?? [0, 0]
    // Their interval is narrower, because they hold the expected disagreement fixed and resample pairs instead of records.
    expect(low).toBeGreaterThan(0.6)
    expect(low).toBeLessThan(0.7078)
    expect(high).toBeGreaterThan(0.8078)
    expect(high).toBeLessThan(0.88)
  })

  it('hold the true figure in about 95 of 100 samples', () => {
    // Two people agree in three of four cases; otherwise both choose one of two labels at random. The true alpha is 0.75.
    let state = 1
    const random = () => {
      state = (state * 48271) % 2147483647
      return state / 2147483647
    }
    const label = () => (random() < 0.5 ? 'a' : 'b')
    let held = 0
    for (let sample = 0; sample < 100; sample += 1) {
      const given = Array.from({ length: 80 }, () => {
        const one = label()
        return [one, random() < 0.75 ? one : label()]
      })
      const [low, high] = tallied('nominal', given).interval() ?? [0, 0]
      if (low <= 0.75 && 0.75 <= high) held += 1
    }
    expect(held).toBeGreaterThanOrEqual(90)
  })
})

describe('the interval when all agree', () => {
  const unanimous = (count: number) => Array.from({ length: count }, (_, at) => Array(2).fill(at % 2 ? 'a' : 'b'))

  it('is no point, and narrows with more records', () => {
    // Expected disagreement 100/199: at most 3.62 % of all records may have answers that differ.
    const [low = 0, high] = tallied('nominal', unanimous(100)).interval() ?? []
    expect(high).toBe(1)
    expect(low).toBeCloseTo(1 - (1 - 0.025 ** (1 / 100)) / (100 / 199), 12)
    expect(tallied('nominal', unanimous(1000)).interval()?.[0]).toBeGreaterThan(0.99)
    expect(tallied('nominal', unanimous(2)).interval()?.[0]).toBeLessThan(0)
    expect(tallied('nominal', unanimous(1)).interval()).toBeNull()
  })

  it('uses the distance of the ratings that are furthest apart', () => {
    const ratings = Array.from({ length: 90 }, (_, at) => [1 + (at % 3), 1 + (at % 3)])
    const [low = 0] = tallied('ordinal', ratings).interval() ?? []
    const [nominalLow = 0] = tallied('nominal', ratings).interval() ?? []
    expect(low).toBeLessThan(nominalLow)
    expect(low).toBeGreaterThan(0.8)
  })

  it('is not below -1 where nearly all answers are the same', () => {
    // One label in four of 500 records, and two people with two records in common: not one of them says how far apart others may be.
    const tally = new QuestionTally('label_selection')
    const add = (person: string, value: string) =>
      tally.add([
        { person: 'ann', value },
        { person: person, value },
      ])
    for (let at = 0; at < 500; at += 1) add(at < 2 ? 'eve' : 'bob', at % 125 === 3 ? 'rare' : 'usual')
    const { pairs, interval } = tally.result()
    expect(pairs.map(({ records, alpha, interval }) => [records, alpha, interval?.[0]])).toEqual([
      [498, 1, expect.closeTo(0.535, 3)],
      [2, 1, -1],
    ])
    expect(interval?.[0]).toBeCloseTo(0.537, 3)
  })

  it('of people who differ reaches below -1 only if their alpha does', () => {
    const tally = new QuestionTally('label_selection')
    const answers = (one: string, other: string, person: string) => [
      { person: 'ann', value: one },
      { person, value: other },
    ]
    for (let at = 0; at < 500; at += 1) tally.add(answers('usual', 'usual', 'bob'))
    for (const other of ['usual', 'usual', 'usual', 'usual', 'rare']) tally.add(answers('usual', other, 'eve'))
    for (const other of ['usual', 'rare', 'rare', 'rare', 'rare']) tally.add(answers('usual', other, 'dan'))
    const of = (person: string) => tally.result().pairs.find(({ people }) => people.includes(person))
    for (const person of ['dan', 'eve']) {
      const { alpha, interval } = of(person) ?? {}
      expect(alpha).toBeLessThan(-1)
      expect(interval?.[0]).toBe(alpha)
      expect(interval?.[1]).toBeGreaterThan(alpha ?? 0)
    }
  })

  it('is not defined where all records are equally far apart', () => {
    expect(tallied('nominal', Array(20).fill(['a', 'b'])).interval()).toBeNull()
  })

  it('holds the true figure where disagreement is so rare that many samples have none', () => {
    // Two people differ on 2 % of the records; of 40, 45 in 100 samples have no such record. The true alpha is 0.96.
    let state = 3
    const random = () => {
      state = (state * 48271) % 2147483647
      return state / 2147483647
    }
    let [held, without] = [0, 0]
    for (let sample = 0; sample < 200; sample += 1) {
      const given = Array.from({ length: 40 }, () => {
        const one = random() < 0.5 ? 'a' : 'b'
        return [one, random() < 0.02 ? (one === 'a' ? 'b' : 'a') : one]
      })
      const [low, high] = tallied('nominal', given).interval() ?? [0, 0]
      if (given.every(([one, other]) => one === other)) {
        without += 1
        if (low <= 0.96 && 0.96 <= high) held += 1
      }
    }
    expect(without).toBeGreaterThan(60)
    expect(held).toBe(without)
  })

  it('of the share of equal answers is that of Wilson, also for texts', () => {
    for (const type of ['text', 'label_selection'] as const) {
      const tally = new QuestionTally(type)
      for (let at = 0; at < 10; at += 1)
        tally.add([
          { person: 'ann', value: 'same' },
          { person: 'bob', value: 'same' },
        ])
      const { percent, percent_interval, alpha } = tally.result()
      expect([percent, alpha]).toEqual([1, null])
      expect(percent_interval?.[0]).toBeCloseTo(0.7225, 4)
      expect(percent_interval?.[1]).toBeCloseTo(1, 12)
    }
  })
})

describe('intervals of the kappas', () => {
  const LABELS = ['a', 'b', 'c']
  const random = seededRandom(11)
  const any = () => LABELS[Math.floor(random() * LABELS.length)] ?? ''
  /** Everybody answers what is right in a share of the cases, and else at random; any two then have a kappa of the share's square. */
  const answersOf = (people: number, records: number, share: number) =>
    Array.from({ length: records }, () => {
      const right = any()
      return Array.from({ length: people }, (_, at) => ({ person: `p${at}`, value: random() < share ? right : any() }))
    })
  const resultOf = (given: PersonsAnswer[][]) => {
    const tally = new QuestionTally('label_selection')
    for (const answers of given) tally.add(answers)
    return tally.result()
  }

  it.each([
    [2, 'cohen_interval'],
    [2, 'fleiss_interval'],
    [3, 'fleiss_interval'],
  ] as const)('%d people, %s: hold the true figure in about 95 of 100 samples', (people, name) => {
    let held = 0
    for (let sample = 0; sample < 200; sample += 1) {
      const [low, high] = resultOf(answersOf(people, 100, 0.8))[name] ?? [2, 2]
      if (low <= 0.64 && 0.64 <= high) held += 1
    }
    expect(held).toBeGreaterThanOrEqual(180)
    expect(held).toBeLessThan(200)
  })

  it('hold the figure, stay within -1 and 1, and narrow with more records', () => {
    for (let sample = 0; sample < 50; sample += 1) {
      const given = answersOf(2, 5 + sample, random())
      const { cohen, cohen_interval, fleiss, fleiss_interval } = resultOf(given)
      for (const [kappa, interval] of [
        [cohen, cohen_interval],
        [fleiss, fleiss_interval],
      ] as const) {
        if (interval === null || kappa === null) continue
        expect(interval[0]).toBeGreaterThanOrEqual(-1)
        expect(interval[0]).toBeLessThanOrEqual(kappa)
        expect(interval[1]).toBeGreaterThanOrEqual(kappa)
        expect(interval[1]).toBeLessThanOrEqual(1)
      }
      const [low = 0, high = 0] = cohen_interval ?? []
      const [lowOfMany = 0, highOfMany = 0] = resultOf(Array(9).fill(given).flat()).cohen_interval ?? []
      // Three times as narrow where it did not reach a limit.
      if (low > -1 && high < 1) expect(highOfMany - lowOfMany).toBeCloseTo((high - low) / 3, 9)
    }
  })

  it('are bounds where all agree, as that of alpha is', () => {
    const { cohen, cohen_interval, fleiss, fleiss_interval } = resultOf(answersOf(2, 100, 1))
    expect([cohen, fleiss]).toEqual([1, 1])
    expect(cohen_interval?.[1]).toBe(1)
    expect(cohen_interval?.[0]).toBeCloseTo(1 - (1 - 0.025 ** (1 / 100)) / (2 / 3), 2)
    expect(fleiss_interval?.[0]).toBeCloseTo(cohen_interval?.[0] ?? 0, 12)
  })

  it('are left out where the records do not tell them', () => {
    const nothing = { interval: null, cohen_interval: null, fleiss_interval: null }
    const pairsOf = (...answers: string[]) =>
      resultOf(answers.map((pair) => [...pair].map((value, at) => ({ person: `p${at}`, value }))))
    expect(pairsOf('ab')).toMatchObject(nothing)
    // Always different, with labels of varying frequency.
    const differing = pairsOf('ab', 'ab', 'ab', 'bc', 'ca')
    expect(differing).toMatchObject(nothing)
    expect(differing.pairs[0]).toMatchObject({ interval: null, kappa_interval: null })
    // One person said the same throughout: kappa is 0 whatever the other says.
    expect(pairsOf('aa', 'ab', 'ab')).toMatchObject({ cohen: 0, cohen_interval: null })
    // Different numbers of answers to records.
    expect(pairsOf('aa', 'abb', 'bb')).toMatchObject({ fleiss: null, fleiss_interval: null })
  })
})

describe('intervals per label, pair and person', () => {
  const random = seededRandom(5)
  const LABELS = ['a', 'b', 'c']
  const any = () => LABELS[Math.floor(random() * LABELS.length)] ?? ''
  /** Everybody gives the right answer to 80 % of the records, and answers the rest at random. */
  const sample = (people: number, records: number) => {
    const tally = new QuestionTally('label_selection')
    for (let record = 0; record < records; record += 1) {
      const right = any()
      tally.add(
        Array.from({ length: people }, (_, at) => ({ person: `p${at}`, value: random() < 0.8 ? right : any() })),
      )
    }
    return tally.result()
  }
  const holds = (interval: [number, number] | null | undefined, truth: number) =>
    interval ? interval[0] <= truth && truth <= interval[1] : false

  it('hold the true figures in about 95 of 100 samples', () => {
    // Two answers are the same with a probability of 0.64 + 0.36 / 3, for each of the equally frequent labels.
    const figures = { f1: 0, alpha: 0, percent: 0, personPercent: 0, personAlpha: 0 }
    for (let at = 0; at < 200; at += 1) {
      const { labels, pairs, persons } = sample(3, 120)
      const label = labels.find((one) => one.label === 'a')
      const person = persons.find((one) => one.person === 'p0')
      if (holds(label?.f1_interval, 0.76)) figures.f1 += 1
      if (holds(label?.interval, 0.64)) figures.alpha += 1
      if (holds(pairs[0]?.percent_interval, 0.76)) figures.percent += 1
      if (holds(person?.percent_interval, 0.76)) figures.personPercent += 1
      if (holds(person?.interval, 0.64)) figures.personAlpha += 1
    }
    for (const held of [figures.f1, figures.alpha, figures.percent]) {
      expect(held).toBeGreaterThanOrEqual(180)
      expect(held).toBeLessThan(200)
    }
    // Two comparisons of a person with others of the same record count as one, which is cautious.
    for (const held of [figures.personPercent, figures.personAlpha]) expect(held).toBeGreaterThanOrEqual(186)
  })

  it('hold the figure, and narrow with more records than are resampled one by one', () => {
    const widths = [60, 1500].map((records) => {
      const { labels, persons } = sample(2, records)
      return [...labels, ...persons].map((one) => {
        const [low, high] = one.interval ?? [1, 0]
        expect(low).toBeLessThan(one.alpha ?? 0)
        expect(high).toBeGreaterThan(one.alpha ?? 1)
        return high - low
      })
    })
    for (const [at, wide] of widths[0]?.entries() ?? []) expect(widths[1]?.[at]).toBeLessThan(wide / 3)
  })

  const tallied = (type: 'label_selection' | 'span', ...records: PersonsAnswer['value'][][]) => {
    const tally = new QuestionTally(type)
    for (const values of records) tally.add(values.map((value, at) => ({ person: `p${at}`, value })))
    return tally.result()
  }

  it('are bounds where a label is always or never shared, and left out where nothing tells them', () => {
    const always = tallied('label_selection', ['a', 'a'], ['a', 'a'], ['b', 'b'], ['c', 'd'])
    const of = (name: string) => always.labels.find(({ label }) => label === name)
    // Clopper and Pearson: of two cases without a difference, up to 84.19 % may have one.
    expect(of('a')?.f1_interval?.map((end) => end.toFixed(4))).toEqual(['0.1581', '1.0000'])
    expect(of('a')?.interval?.[1]).toBe(1)
    expect(of('a')?.interval?.[0]).toBeLessThan(1)
    expect(of('d')).toMatchObject({ f1: 0, f1_interval: [0, expect.closeTo(0.975, 4)] })
    // One answer of three differs on every record, so resamples vary only with the frequencies of the labels.
    const same = tallied('label_selection', ['a', 'b', 'b'], ['a', 'a', 'b'], ['b', 'a', 'b'])
    for (const label of same.labels) expect(label.interval).toBeNull()
    expect(tallied('label_selection', ['a', 'b']).labels[0]).toMatchObject({ interval: null })
  })

  it('of spans: each label, and all of them together', () => {
    const span = (label: string, start: number) => ({ label, start, end: start + 3 })
    const records = Array.from({ length: 40 }, (_, at) => [
      [span('person', 0), span('place', 8)],
      at % 4 === 0 ? [span('person', 0), span('place', 9)] : [span('person', 0), span('place', 8)],
    ])
    const { f1, f1_interval, labels } = tallied('span', ...records)
    expect(f1).toBe(140 / 160)
    expect(f1_interval?.[0]).toBeGreaterThan(0.75)
    expect(f1_interval?.[0]).toBeLessThan(140 / 160)
    expect(f1_interval?.[1]).toBeGreaterThan(140 / 160)
    expect(f1_interval?.[1]).toBeLessThan(1)
    const [place, person] = labels.toSorted((one, other) => (one.label > other.label ? -1 : 1))
    expect(place).toMatchObject({ f1: 0.75, alpha: null, interval: null })
    expect((place?.f1_interval?.[0] ?? 0) + 0.05).toBeLessThan(0.75)
    expect(person?.f1_interval).toEqual([0.025 ** (1 / 40), 1])
  })
})

describe('very many different answers', () => {
  it('are compared by a sample, close to comparing them all', () => {
    // Every third answer is the same, all others are unique. On the nominal scale all answers are counted.
    const given = Array.from({ length: 2000 }, (_, at) => [`${at % 3 === 0 ? '' : at}`, `${at % 4 === 0 ? '' : at}`])
    const some = tallied({ distance: nominal }, given)
    expect(some.alpha()).toBeCloseTo(alpha('nominal', given), 1)
    expect(some.disagreement().observed).toBeCloseTo(tallied('nominal', given).disagreement().observed, 12)
    const [low = 1, high = 0] = some.interval() ?? []
    expect(low).toBeLessThan(some.alpha() ?? 0)
    expect(high).toBeGreaterThan(some.alpha() ?? 1)
  })
})

describe('a question', () => {
  const answer = (person: string, value: PersonsAnswer['value']): PersonsAnswer => ({ person, value })

  it('of labels: all figures, pairs and labels', () => {
    const tally = new QuestionTally('label_selection')
    for (const [one = '', other = ''] of UTTERANCES) tally.add([answer('bob', other), answer('ann', one)])
    tally.add([answer('ann', 'stat')])
    const result = tally.result()
    expect(result).toMatchObject({ records: 100, answers: 200, people: 2, percent: 0.88, f1: null })
    expect(result.cohen).toBeCloseTo(0.8013, 4)
    expect(result.fleiss).toBeCloseTo(0.7995, 4)
    expect(result.alpha).toBeCloseTo(0.8005, 4)
    expect(result.pairs).toHaveLength(1)
    expect(result.pairs[0]).toMatchObject({ people: ['ann', 'bob'], records: 100, percent: 0.88 })
    expect(result.pairs[0]?.alpha).toBeCloseTo(result.alpha ?? 0, 12)
    expect(result.labels.map(({ label, used }) => [label, used])).toEqual([
      ['stat', 98],
      ['ireq', 76],
      ['chck', 26],
    ])
    expect(result.labels[0]?.f1).toBeCloseTo(92 / 98, 12)
  })

  it('of labels: an interval for each pair, and how far each person agrees with the others', () => {
    const tally = new QuestionTally('label_selection')
    // Eve says "a" to everything.
    const answers: [string, string][] = [
      ['a', 'a'],
      ['b', 'b'],
      ['a', 'a'],
      ['b', 'b'],
      ['b', 'a'],
      ['a', 'a'],
    ]
    for (const [ann, bob] of answers) tally.add([answer('ann', ann), answer('bob', bob), answer('eve', 'a')])
    const { pairs, persons } = tally.result()
    expect(persons.map(({ person, comparisons, percent }) => [person, comparisons, percent])).toEqual([
      ['eve', 12, 7 / 12],
      ['ann', 12, 8 / 12],
      ['bob', 12, 9 / 12],
    ])
    for (const { alpha, interval } of pairs) {
      expect(interval?.[0]).toBeLessThan(alpha ?? 0)
      expect(interval?.[1]).toBeGreaterThan(alpha ?? 0)
      expect(interval?.[1]).toBeLessThanOrEqual(1)
    }
    const single = new QuestionTally('label_selection')
    single.add([answer('ann', 'a'), answer('bob', 'b')])
    expect(single.result().pairs[0]?.interval).toBeNull()
  })

  it('has no interval of a pair that is always equally far apart, and a bound for one that always agrees', () => {
    const tally = new QuestionTally('multi_label_selection')
    for (const value of [['a'], ['b']]) tally.add([answer('ann', value), answer('bob', value)])
    for (const value of ['a', 'b', 'c'])
      tally.add([answer('dan', [value]), answer('eve', [value, 'd']), answer('fay', [value, 'd', 'e'])])
    const { pairs } = tally.result()
    expect(pairs.slice(0, 3).map(({ people, interval }) => [...people, interval])).toEqual([
      ['dan', 'eve', null],
      ['dan', 'fay', null],
      ['eve', 'fay', null],
    ])
    expect(pairs.at(-1)?.people).toEqual(['ann', 'bob'])
    const [low = 1, high = 0] = pairs.at(-1)?.interval ?? []
    expect(low).toBeLessThan(0)
    expect(high).toBe(1)
    expect(pairs.at(-1)?.alpha).toBe(1)
  })

  it('has intervals of pairs that hold the true figure in about 95 of 100 samples', () => {
    let state = 7
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const SAMES = 0.8
    const LABELS = ['a', 'b', 'c', 'd']
    const any = () => LABELS[Math.floor(random() * LABELS.length)] ?? ''
    // Equal by intent or by chance, of equally frequent labels.
    const truth = SAMES
    let held = 0
    for (let sample = 0; sample < 400; sample++) {
      const tally = new QuestionTally('label_selection')
      for (let record = 0; record < 120; record++) {
        const one = any()
        tally.add([answer('ann', one), answer('bob', random() < SAMES ? one : any())])
      }
      const [low, high] = tally.result().pairs[0]?.interval ?? [2, 2]
      if (low <= truth && truth <= high) held += 1
    }
    expect(held / 400).toBeGreaterThan(0.91)
    expect(held / 400).toBeLessThan(0.98)
  })

  it('of ratings: pairs on the scale that all answers make', () => {
    const tally = new QuestionTally('rating')
    for (const answers of ARTICLES)
      tally.add(answers.flatMap((value, at) => (value === null ? [] : [answer(`p${at}`, value)])))
    const result = tally.result()
    expect(result.alpha?.toFixed(4)).toBe('0.7598')
    expect(result.pairs).toHaveLength(10)
    const mean = result.pairs.reduce((sum, pair) => sum + (pair.alpha ?? 0) * pair.records, 0)
    // Weighted by pairs instead of answers, records with more answers have a higher weight.
    expect(mean / result.pairs.reduce((sum, pair) => sum + pair.records, 0)).toBeCloseTo(0.7598, 1)
  })

  it('of sets, rankings, spans and texts', () => {
    const sets = new QuestionTally('multi_label_selection')
    sets.add([answer('ann', ['a', 'b']), answer('bob', ['b', 'a'])])
    sets.add([answer('ann', ['a']), answer('bob', ['c', 'a'])])
    expect(sets.result()).toMatchObject({
      percent: 0.5,
      labels: [
        { label: 'a', f1: 1 },
        { label: 'b', f1: 1 },
        { label: 'c', f1: 0 },
      ],
    })
    expect(sets.result().alpha).toBeGreaterThan(0)

    const rankings = new QuestionTally('ranking')
    const ranking = (...values: string[]) => values.map((value, at) => ({ value, rank: at + 1 }))
    rankings.add([answer('ann', ranking('a', 'b')), answer('bob', ranking('a', 'b').reverse())])
    rankings.add([answer('ann', ranking('b', 'a')), answer('bob', ranking('b', 'a'))])
    expect(rankings.result()).toMatchObject({ percent: 1, alpha: 1, labels: [] })

    const spans = new QuestionTally('span')
    const span = (label: string, start: number) => ({ label, start, end: start + 3 })
    spans.add([
      answer('ann', [span('x', 0), span('y', 5)]),
      answer('bob', [span('x', 0)]),
      answer('eve', [span('x', 1)]),
    ])
    spans.add([answer('ann', []), answer('bob', [])])
    const found = spans.result()
    expect(found.percent).toBe(0.25)
    expect(found.f1).toBeCloseTo((2 * 1) / (2 * 4), 12)
    expect(found.labels).toEqual([
      { label: 'x', used: 3, f1: 2 / 6, f1_interval: null, alpha: null, interval: null },
      { label: 'y', used: 1, f1: 0, f1_interval: [0, 0.975], alpha: null, interval: null },
    ])

    const texts = new QuestionTally('text')
    texts.add([answer('ann', 'yes'), answer('bob', 'yes'), answer('eve', 'no')])
    expect(texts.result()).toMatchObject({ percent: 1 / 3, alpha: null, interval: null, labels: [] })
  })

  it('leaves Fleiss out where records have different numbers of answers, and Cohen where more than two answered', () => {
    const tally = new QuestionTally('label_selection')
    tally.add([answer('ann', 'a'), answer('bob', 'a')])
    tally.add([answer('ann', 'a'), answer('bob', 'b'), answer('eve', 'b')])
    expect(tally.result()).toMatchObject({ cohen: null, fleiss: null, people: 3 })
  })
})
