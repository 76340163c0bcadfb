import type { Product } from '../product'
import { type ClassicWorld, seedWorld } from './classic-world'
import { ENTITY_LABELS, readEntities, type TaggedSentence } from './real-data'

/** A record of a token classification dataset, as the API returns it. */
export interface TokenRecord {
  id: string | number
  text: string
  status: string
  annotation?: { agent: string; entities: Entity[] } | null
}

interface Entity {
  label: string
  start: number
  end: number
  score: number
}

interface TokenOptions {
  /** Default: 30 real sentences with the predictions of a system of the shared task. */
  records?: readonly object[]
  labels?: readonly string[]
}

export interface TokenWorld extends ClassicWorld<TokenRecord> {
  /** The annotation of a record, each entity as its words and its label. */
  annotated: (id: string | number) => Promise<[string, string][] | undefined>
}

/** A sentence as a record to log, with the prediction of a system of the shared task. */
export function tokenRecord(id: number, text: string, predicted: TaggedSentence['spans']) {
  const entities = predicted.map((span) => ({ ...span, score: 0.8 }))
  return { id, text, tokens: text.split(' '), prediction: { agent: 'sjtu_adapt', entities } }
}

/** Seed noisy sentences in which entities are marked. */
export async function seedTokens(
  product: Product,
  name: string,
  { records, labels = ENTITY_LABELS }: TokenOptions = {},
): Promise<TokenWorld> {
  const predicted = readEntities('sjtu_adapt')
  const made = readEntities('gold').map(({ text }, id) => tokenRecord(id, text, predicted[id]?.spans ?? []))
  const world = await seedWorld<TokenRecord>(product, 'TokenClassification', name, records ?? made, labels)
  return {
    ...world,
    annotated: async (id) => {
      const { text, annotation } = await world.record(id)
      const characters = [...text]
      return annotation?.entities.map(({ start, end, label }) => [characters.slice(start, end).join(''), label])
    },
  }
}
