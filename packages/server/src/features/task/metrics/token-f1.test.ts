import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'
import { readTagged, scoresFromTags, type Tagged, toRecord } from './testing/bio'

const SAMPLE = readFileSync(new URL('./fixtures/wnut17-sample.tsv', import.meta.url), 'utf8')
const LABELS = ['corporation', 'creative-work', 'group', 'location', 'person', 'product']

/** The whole test set with three systems' tags, where it lies beside the project. */
const DATA = new URL('../../../../../../../shared/data/', import.meta.url)
const GOLD = new URL('wnut17-test.conll', DATA)
/** Micro F1 of each system as the shared task's organisers published it. */
const PUBLISHED: [system: string, f1: number][] = [
  ['uh_ritual', 0.4186],
  ['spinningbytes', 0.4078],
  ['sjtu_adapt', 0.4042],
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

  it('is what counting the tags of a sample of WNUT 2017 gives', async () => {
    const sentences = readTagged(SAMPLE)
    expect(sentences).toHaveLength(120)
    const scores = await measured(sentences, 'sjtu_adapt')
    expectScores(scores, sentences)
    expect(scores.f1_micro).toBeGreaterThan(0.2)
  })

  it.skipIf(!existsSync(GOLD)).each(PUBLISHED)(
    'is what the organisers of WNUT 2017 published for %s, on the whole test set',
    async (system, published) => {
      const sentences = readTagged(joinTags(system))
      const scores = await measured(sentences, system)
      expectScores(scores, sentences)
      expect(scores.f1_micro).toBeCloseTo(published, 3)
    },
  )
})

function joinTags(system: string): string {
  const lines = (file: string) => readFileSync(new URL(file, DATA), 'utf8').split(/\r?\n/)
  const predicted = lines(`wnut17-test-predictions-${system}.tsv`)
  return lines('wnut17-test.conll')
    .map((line, at) => (line.trim() === '' ? '' : `${line}\t${predicted[at]?.split('\t')[1]}`))
    .join('\n')
}
