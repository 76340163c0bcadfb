import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

describe.each(engines)('search fields of the tasks on %s (§7.1)', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  describe('token classification', () => {
    let ds: TaskDataset
    beforeAll(async () => {
      ds = await world.dataset('TokenClassification')
      const by = (agent: string, score: number | undefined, ...list: [number, number, string, number][]) => ({
        agent,
        ...(score !== undefined && { score }),
        entities: list.map(([start, end, label, certainty]) => ({ start, end, label, score: certainty })),
      })
      await ds.log([
        {
          id: 'a',
          text: 'Ann met New York',
          tokens: ['Ann', 'met', 'New York'],
          prediction: by('Tagger 1', 0.75, [0, 3, 'PER', 0.9], [8, 16, 'LOC', 0.2]),
          annotation: by('gold', undefined, [0, 3, 'PER', 1]),
        },
        {
          id: 'b',
          text: 'uS in Rome',
          tokens: ['uS', 'in', 'Rome'],
          annotation: by('gold', undefined, [0, 2, 'ORG', 1]),
        },
        {
          id: 'c',
          text: 'nothing here',
          tokens: ['nothing', 'here'],
          prediction: by('m2', undefined, [0, 7, 'LOC', 0.5]),
        },
      ])
    })

    it.each<[string, string[]]>([
      ['ann', ['a']],
      ['text:rome', ['b']],
      ['text.exact:Rome', ['b']],
      ['text.exact:rome', []],
      ['text.wordcloud:rome', ['b']],
      // Whole tokens, as they are written.
      ['tokens:Ann', ['a']],
      ['tokens:ann', []],
      ['tokens:"New York"', ['a']],
      ['tokens:New', []],
      ['tokens.text:new', []],
      ['metrics.tokens.value:Rome', ['b']],
      ['metrics.tokens.value.text:york', ['a']],
      ['metrics.tokens.value.exact:York', ['a']],
      ['metrics.tokens.capitalness:MIDDLE', ['b']],
      ['metrics.tokens.capitalness:UPPER', []],
      ['metrics.text_length:16', ['a']],
      ['metrics.predicted.mentions.value:"New York"', ['a']],
      ['metrics.predicted.mentions.value.text:york', ['a']],
      ['metrics.predicted.mentions.label:LOC', ['a', 'c']],
      ['metrics.predicted.mentions.score:>0.6', ['a']],
      ['metrics.predicted.mentions.capitalness:FIRST', ['a']],
      ['metrics.annotated.mentions.value:uS', ['b']],
      ['metrics.annotated.mentions.label:PER', ['a']],
      // Flattened: label and score need not be of the same mention.
      ['metrics.predicted.mentions.label:LOC AND metrics.predicted.mentions.score:[0.8 TO 1]', ['a']],
      ['predicted_as:LOC', ['a', 'c']],
      ['annotated_as:ORG', ['b']],
      ['predicted_by:"Tagger 1"', ['a']],
      ['predicted_by.text:tagger', ['a']],
      ['predicted:ko', ['a']],
      ['predicted:ok', []],
      // The whole prediction's score stands for those of its entities.
      ['score:0.75', ['a']],
      ['score:0.9', []],
      ['score:0.5', ['c']],
      ['predictions.m2.entities.label:LOC', ['c']],
      ['predictions.m2.entities.label.text:loc', ['c']],
      ['predictions.m2.entities.start:0', ['c']],
      ['predictions.m2.entities.end:7', ['c']],
      ['predictions.m2.entities.score:0.5', ['c']],
      ['predictions.Tagger\\ 1.score:0.75', ['a']],
      ['predictions.\\*:LOC', ['a', 'c']],
      ['annotations.gold.entities.label:(PER OR ORG)', ['a', 'b']],
      ['_exists_:annotations.gold.entities.label', ['a', 'b']],
      // What other tasks have, and what is never searched.
      ['inputs.text:ann', []],
      ['multi_label:false', []],
      ['prediction.agent:m2', []],
      ['annotation.agent:gold', []],
    ])('%s', async (query_text, expected) => {
      expect(await ds.ids({ query_text })).toEqual(expected)
    })

    it.each<[Json, string[]]>([
      [{ predicted_as: ['LOC'] }, ['a', 'c']],
      [{ annotated_as: ['PER', 'ORG'] }, ['a', 'b']],
      [{ score: { from: 0.7, to: 0.8 } }, ['a']],
      [{ confidence: { from: 0.7, to: 0.8 } }, ['a']],
      [{ query_text: 'confidence:[0.7 TO 0.8]' }, ['a']],
      [{ confidence: { from: 0.7 }, score: { from: 0.9 } }, []],
      [{ predicted: 'ko' }, ['a']],
      [{ predicted: '', annotated_as: ['PER', 'ORG'] }, ['a', 'b']],
      // No such filter for this task: ignored.
      [{ uncovered_by_rules: ['ann'] }, ['a', 'b', 'c']],
    ])('%j', async (query, expected) => {
      expect(await ds.ids(query)).toEqual(expected)
    })
  })

  describe('text2text', () => {
    let ds: TaskDataset
    beforeAll(async () => {
      ds = await world.dataset('Text2Text')
      const by = (agent: string, ...sentences: [string, number][]) => ({
        agent,
        sentences: sentences.map(([text, score]) => ({ text, score })),
      })
      await ds.log([
        {
          id: 'a',
          text: 'Guten Tag',
          prediction: by('m', ['Good day', 0.9], ['Hello', 0.4]),
          annotation: by('h', ['Hi', 1]),
        },
        { id: 'b', text: '' },
      ])
    })

    it.each<[string, string[]]>([
      ['guten', ['a']],
      ['_exists_:text', ['a', 'b']],
      ['predicted_as:"Good day"', ['a']],
      ['predicted_as:Hello', ['a']],
      ['predicted_as:Good', []],
      ['predicted_as.text:good', []],
      ['annotated_as:Hi', ['a']],
      ['predictions.m.sentences.text:Hello', ['a']],
      ['predictions.m.sentences.text.text:day', ['a']],
      ['predictions.m.sentences.text.exact:Good', ['a']],
      ['predictions.m.sentences.score:0.4', ['a']],
      ['score:0.4', ['a']],
      ['metrics.text_length:0', ['b']],
      ['predicted:ok', []],
      ['tokens:Guten', []],
    ])('%s', async (query_text, expected) => {
      expect(await ds.ids({ query_text })).toEqual(expected)
    })

    it.each<[Json, string[]]>([
      [{ predicted_by: ['m'] }, ['a']],
      [{ annotated_by: ['h'], has_annotation: true }, ['a']],
      [{ score: { from: 0.9 } }, ['a']],
      [{ predicted: 'ok' }, []],
      [{ predicted_as: ['none'], annotated_as: ['none'], uncovered_by_rules: ['guten'] }, ['a', 'b']],
    ])('%j', async (query, expected) => {
      expect(await ds.ids(query)).toEqual(expected)
    })
  })

  it('finds lists of inputs, and inputs of one name in all records that have it', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      { id: 1, inputs: { title: 'red', body: ['green', 'blue sky'] } },
      { id: 2, inputs: { other: 'red sky' } },
    ])
    expect(await ds.ids({ query_text: 'inputs.title:red' })).toEqual([1])
    expect(await ds.ids({ query_text: 'inputs.body:(green AND blue)' })).toEqual([1])
    expect(await ds.ids({ query_text: 'inputs.body:"green blue"' })).toEqual([])
    expect(await ds.ids({ query_text: 'inputs.\\*:red' })).toEqual([1, 2])
    expect(await ds.ids({ query_text: 'inputs.body.exact:sky' })).toEqual([1])
    expect(await ds.ids({ query_text: 'inputs.other.wordcloud:sky' })).toEqual([2])
    expect(await ds.ids({ query_text: 'title:red' })).toEqual([])
  })

  it.each(['/[/', '/(a|b/', '/a{5,2}/', `/${'(a*)*'.repeat(200)}b/`])(
    'refuses the regular expression %s, and goes on searching',
    async (query_text) => {
      const ds = await world.dataset('Text2Text')
      await ds.log([{ id: 1, text: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }])
      const reply = await ds.search({ query: { query_text } })
      expect([reply.status, errorName(reply)]).toEqual([400, 'InvalidTextSearchError'])
      expect(reply.body.detail.params.message).toContain('Failed to parse query [')
      expect((await ds.search()).body.total).toBe(1)
    },
  )
})
