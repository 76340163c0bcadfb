import { describe, expect, it } from 'vitest'
import { findForeignLabel, keepLabelParts } from '../labels/label-schema'
import { LABEL_RULES, labelOptions, withLabelOptions } from './label-options'
import { changeOptions } from './option-list'

const schema = {
  labels: [
    { id: '7', name: 'a', description: 'first', color: 4 },
    { id: 'b', name: 'b' },
  ],
}

describe('the labels of a label schema', () => {
  it('keep id, description and colour through a change that is about another', () => {
    const renamed = changeOptions(labelOptions(schema), { kind: 'rename', value: 'b', to: 'z' }, LABEL_RULES)
    expect(withLabelOptions(schema, renamed)).toEqual({ labels: [schema.labels[0], { id: 'z', name: 'z' }] })
  })

  it('may be used when they are retired, and stay so when an older client sends its list', () => {
    const retired = withLabelOptions(
      schema,
      changeOptions(labelOptions(schema), { kind: 'retire', value: 'a' }, LABEL_RULES),
    )
    expect(retired).toEqual({ labels: [schema.labels[1]], retired: [schema.labels[0]] })
    expect(findForeignLabel({ label_schema: retired }, ['a', 'b'])).toBeUndefined()
    const sent = { label_schema: { labels: [{ id: 'c', name: 'c' }] } }
    expect(keepLabelParts({ label_schema: retired }, sent).label_schema).toEqual({
      labels: [{ id: 'c', name: 'c' }],
      retired: [schema.labels[0]],
    })
    const again = { label_schema: { labels: [{ id: 'a', name: 'a' }] } }
    expect(keepLabelParts({ label_schema: retired }, again).label_schema).toEqual(again.label_schema)
    expect(keepLabelParts({ label_schema: schema }, again).label_schema?.labels).toEqual([
      { id: 'a', name: 'a', color: 4 },
    ])
  })
})
