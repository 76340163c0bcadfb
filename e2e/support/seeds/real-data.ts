import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CsvReader } from '@postil/importing/read/csv-reader'
import { root } from '../../../scripts/lib/root.mjs'

/** Path of a file with real data. */
export function fixturePath(name: string): string {
  return join(root, 'e2e/fixtures', name)
}

/** A customer's message and its intent. */
export interface BankingRow {
  text: string
  category: string
}

/** 154 customer messages, two for each of the 77 intents. */
export function readBanking(): BankingRow[] {
  return readRows(fixturePath('banking77.csv'))
}

/** All 10,003 customer messages. */
export function readWholeBanking(): BankingRow[] {
  return readRows(fixturePath('banking77-train.csv'))
}

/** The 150 intents of a virtual assistant. */
export function readIntents(): string[] {
  return read('clinc150-intents.txt').trimEnd().split('\n')
}

function readRows(path: string): BankingRow[] {
  const rows: BankingRow[] = []
  const reader = new CsvReader(
    { delimiter: ',', hasHeader: true },
    {
      row: ({ cells: [text, category] }) => rows.push({ text: String(text), category: String(category) }),
      bad: ({ line, reason }) => {
        throw new Error(`${path}, line ${line}: ${reason}`)
      },
    },
  )
  reader.push(readFileSync(path, 'utf8'))
  reader.end()
  return rows
}

export const SOLVERS = ['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'] as const
type Solved = { question: string; ground_truth: string } & Record<(typeof SOLVERS)[number], { solution: string }>

/** Word problems with the solutions of four models. */
export function readSolutions(): Solved[] {
  return read('gsm8k.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export const PREDICTORS = ['sjtu_adapt', 'spinningbytes', 'uh_ritual'] as const
export const ENTITY_LABELS = ['corporation', 'creative-work', 'group', 'location', 'person', 'product'] as const

export interface TaggedSentence {
  text: string
  /** Offsets in code points of the text. */
  spans: { label: string; start: number; end: number }[]
}

/** Noisy sentences with entities, as marked by annotators (`gold`) or predicted by one of three systems. */
export function readEntities(source: 'gold' | (typeof PREDICTORS)[number]): TaggedSentence[] {
  const name = source === 'gold' ? 'wnut17.conll' : `wnut17-${source}.tsv`
  return read(name)
    .trimEnd()
    .split('\n\n')
    .map((block) => readSentence(block))
}

/**
 * 30 noisy sentences with three entities each: as marked by annotators, and as predicted by a system of the shared
 * task.
 */
export function readThreeEntities(): { wanted: TaggedSentence; predicted: TaggedSentence }[] {
  const blocks = read('wnut17-three.tsv').trimEnd().split('\n\n')
  return blocks.map((block) => ({ wanted: readSentence(block, 1), predicted: readSentence(block, 2) }))
}

function readSentence(block: string, column = 1): TaggedSentence {
  const spans: TaggedSentence['spans'] = []
  const words: string[] = []
  let at = 0
  for (const line of block.split('\n')) {
    const { 0: word = '', [column]: tag = 'O' } = line.split('\t')
    const end = at + [...word].length
    const last = spans.at(-1)
    if (tag.startsWith('B-')) spans.push({ label: tag.slice(2), start: at, end })
    else if (tag.startsWith('I-') && last) last.end = end
    words.push(word)
    at = end + 1
  }
  return { text: words.join(' '), spans }
}

function read(name: string): string {
  return readFileSync(fixturePath(name), 'utf8')
}
