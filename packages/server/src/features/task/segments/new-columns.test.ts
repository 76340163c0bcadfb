import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ColumnSpec } from '../search-thread/columns/columns'
import { FakeStore } from '../testing/fake-store'
import { buildSegment } from './build-segment'

const SOURCES = ['text', 'inputs.a', 'inputs.b']
const COLUMNS = SOURCES.flatMap((source): ColumnSpec[] => [
  { source, kind: 'std' },
  { source, kind: 'ws' },
  { source, kind: 'cloud' },
])

const text = fc.constantFrom('alpha beta', 'alpha alpha', 'the beta gamma', 'delta', '')
const field = fc.oneof(text, fc.array(text, { maxLength: 3 }))
/** Documents of which most have the same text in each field, as in datasets with one input. */
const document = fc.oneof(
  { weight: 4, arbitrary: field.map((same) => ({ text: same, inputs: { a: same, b: same } })) },
  { weight: 1, arbitrary: fc.record({ text: field, inputs: fc.record({ a: field, b: field }, { requiredKeys: [] }) }) },
)

describe('the columns of a new segment', () => {
  it('are the same whether or not other fields have the same texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 12 }), async (documents) => {
        const store = new FakeStore()
        for (const [at, content] of documents.entries()) store.put(`k${at}`, content)
        const build = async (columns: ColumnSpec[]) => {
          const asked = { columns, vectors: [], from: { version: -1 }, to: { version: store.version }, maxDocs: 100 }
          const { meta, parts } = await buildSegment(asked, store.fetch)
          return { meta, parts: new Map(parts) }
        }
        const all = await build(COLUMNS)
        for (const column of COLUMNS) {
          const name = `${column.kind}:${column.source}`
          const alone = await build([column])
          const { stored = '', ...meta } = all.meta.columns[name] ?? {}
          expect({ ...meta, stored: name }).toEqual(alone.meta.columns[name] ?? { stored: name })
          for (const [part, bytes] of alone.parts)
            if (part.startsWith(`${name}/`)) expect(all.parts.get(part.replace(name, stored))).toEqual(bytes)
        }
      }),
    )
  })

  it('are stored once for all fields with the same texts', async () => {
    const store = new FakeStore()
    for (const [key, same] of [
      ['k1', 'alpha beta'],
      ['k2', 'the beta gamma'],
    ] as const)
      store.put(key, { text: same, inputs: { a: same, b: same } })
    const asked = { columns: COLUMNS, vectors: [], from: { version: -1 }, to: { version: 9 }, maxDocs: 100 }
    const { meta } = await buildSegment(asked, store.fetch)
    expect(COLUMNS.map(({ kind, source }) => meta.columns[`${kind}:${source}`]?.stored)).toEqual(
      SOURCES.flatMap(() => ['std:text', 'std:text', 'cloud:text']),
    )
  })
})
