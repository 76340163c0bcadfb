import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'
import { readTagged, scoresFromTags, type Tagged, toRecord } from './testing/bio'

/** The whole test set: a token a line, with its gold tag and those of three systems. */
const TEST_SET = readFileSync(new URL('./fixtures/wnut17-test.tsv', import.meta.url), 'utf8')
const LABELS = ['corporation', 'creative-work', 'group', 'location', 'person', 'product']

/** Micro F1 of each system as the shared task's organisers published it, and which column its tags are in. */
const PUBLISHED: [system: string, f1: number, column: number][] = [
  ['uh_ritual', 0.4186, 2],
  ['spinningbytes', 0.4078, 3],
  ['sjtu_adapt', 0.4042, 4],
]

describe.each(engines)('F1 of entities on %s (§9.3)', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  async function measured(sentences: Tagged[][], agent: string): Promise<Record<string, number>> {
    const ds = await world.dataset('TokenClassification')
    const logged = await ds.log(sentences.map((sentence, id) => toRecord(sentence, id, agent)))
    expect(logged.body).toMatchObject({ processed: sentences.length })
    return (await ds.metric('F1')).body
  }

  function expectScores(scores: Record<string, number>, sentences: Tagged[][]): void {
    const all = scoresFromTags(sentences)
    expect(scores.precision_micro).toBeCloseTo(all.precision, 12)
    expect(scores.recall_micro).toBeCloseTo(all.recall, 12)
    expect(scores.f1_micro).toBeCloseTo(all.f1, 12)
    const each = LABELS.map((label) => ({ label, ...scoresFromTags(sentences, label) }))
    for (const { label, precision, recall, f1 } of each) {
      expect(scores[`${label}_precision`], label).toBeCloseTo(precision, 12)
      expect(scores[`${label}_recall`], label).toBeCloseTo(recall, 12)
      expect(scores[`${label}_f1`], label).toBeCloseTo(f1, 12)
    }
    const mean = (part: 'precision' | 'recall') => each.reduce((sum, one) => sum + one[part], 0) / each.length
    const [precision, recall] = [mean('precision'), mean('recall')]
    expect(scores.precision_macro).toBeCloseTo(precision, 12)
    expect(scores.recall_macro).toBeCloseTo(recall, 12)
    expect(scores.f1_macro).toBeCloseTo((2 * precision * recall) / (precision + recall), 12)
  }

  it.each(PUBLISHED)(
    'is what the organisers of WNUT 2017 published for %s, on the whole test set',
    async (system, published, column) => {
      const sentences = readTagged(TEST_SET, column)
      expect(sentences).toHaveLength(1287)
      const scores = await measured(sentences, system)
      expectScores(scores, sentences)
      expect(scores.f1_micro).toBeCloseTo(published, 3)
    },
  )
})
