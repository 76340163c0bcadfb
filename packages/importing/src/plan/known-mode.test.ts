import { describe, expect, it } from 'vitest'
import { guessPlan } from '../guess/guess'
import { scanFile } from '../read/scan'
import type { HeldParts } from '../upload/held-parts'
import { knownModeOf, lackedColumns } from './known-mode'
import type { ColumnUse } from './plan'

const CSV = 'text,label,maker,source\nOne,a,tagger 1,web\nTwo,b,tagger 1,mail\n'
const SCHEMA = {
  guidelines: null,
  allowExtraMetadata: true,
  minSubmitted: 1,
  fields: [],
  questions: [],
  metadata: [],
  vectors: [],
}
const NOTHING: HeldParts = { records: 2, makers: new Map(), metadata: new Set(), vectors: new Set() }

const label: ColumnUse = { kind: 'suggestion', question: 'label' }
const maker: ColumnUse = { kind: 'agent', question: 'label' }
const source: ColumnUse = { kind: 'metadata', name: 'source', title: 'Source', type: 'terms', visible: true }
const vector: ColumnUse = { kind: 'vector', name: 'v', title: 'V', dimensions: 2 }
const nothing: ColumnUse = { kind: 'nothing' }

const by = (...makers: (string | null)[]) => ({ makers: new Map([['label', new Set(makers)]]) })

async function planned(uses: readonly ColumnUse[], held: Partial<HeldParts>) {
  const file = new File([CSV], 'a.csv')
  const scan = await scanFile(file)
  const guessed = guessPlan(scan.profile, scan.encoding)
  const columns = guessed.columns.map((column, index) => ({ ...column, use: uses[index - 1] ?? column.use }))
  const dataset = {
    datasetId: 'd',
    name: 'd',
    workspaceId: 'w',
    schema: SCHEMA,
    questionIds: new Map(),
    held: { ...NOTHING, ...held },
  }
  const to = { kind: 'existing' as const, dataset }
  return { file, scan, manifest: undefined, plan: { ...guessed, columns }, to }
}

describe('rows that are there already', () => {
  it.each<[string, ColumnUse[], Partial<HeldParts>, string[]]>([
    ['suggestions where there are none', [label, nothing, nothing], by(), ['label']],
    ['suggestions where there are some', [label, nothing, nothing], by(null), []],
    ['suggestions without a maker where somebody made some', [label, nothing, nothing], by('tagger 1'), []],
    ['suggestions of another maker, who is written', [{ ...label, agent: 'b' }, nothing, nothing], by('a'), ['label']],
    ['suggestions of the same maker, who is written', [{ ...label, agent: 'a' }, nothing, nothing], by('a'), []],
    ['suggestions of another maker, as a column says', [label, maker, nothing], by('a', null), ['label']],
    ['suggestions of the same maker, as a column says', [label, maker, nothing], by('tagger 1'), []],
    ['metadata where there is none', [nothing, nothing, source], {}, ['source']],
    ['metadata that is there', [nothing, nothing, source], { metadata: new Set(['source']) }, []],
    ['a vector', [nothing, nothing, vector], {}, ['source']],
    ['a vector that is there', [nothing, nothing, vector], { vectors: new Set(['v']) }, []],
    ['something for no records', [label, maker, source], { records: 0 }, []],
    ['texts alone', [nothing, nothing, nothing], {}, []],
    ['metadata that would take other metadata away', [label, maker, source], { metadata: new Set(['split']) }, []],
    [
      'free metadata that would take other metadata away',
      [label, maker, { kind: 'extra' }],
      { metadata: new Set(['x']) },
      [],
    ],
    ['suggestions beside metadata that stays', [label, maker, nothing], { metadata: new Set(['split']) }, ['label']],
    ['answers', [label, maker, { kind: 'answer', question: 'other' }], {}, []],
    ['responses', [label, maker, { kind: 'responses' }], {}, []],
  ])('are updated for %s, where the records lack it', async (_, uses, held, lacked) => {
    const one = await planned(uses, held)
    expect(lackedColumns(one).map((column) => column.source)).toEqual(lacked)
    expect(knownModeOf(one)).toBe(lacked.length > 0 ? 'update' : 'skip')
  })

  it.each([
    ['a', true],
    [undefined, false],
  ])('give suggestions away only where there are some: %s', async (known, replaces) => {
    const one = await planned([{ ...label, agent: 'b' }], by(...(known === undefined ? [] : [known])))
    expect(lackedColumns(one)[0]).toEqual({ source: 'label', replaces })
  })

  it('are treated as the user chooses', async () => {
    const one = await planned([label], by())
    expect(knownModeOf({ ...one, to: { ...one.to, mode: 'add' } })).toBe('add')
    expect(knownModeOf({ ...one, to: { kind: 'new', name: 'n' } })).toBe('new')
  })
})
