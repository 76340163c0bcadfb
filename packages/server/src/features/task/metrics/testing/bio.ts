/** Tagged tokens for tests: reads sentences as records for token classification, and counts entities independently of the server. */
export interface Tagged {
  token: string
  gold: string
  predicted: string
}

/**
 * Read sentences from lines that contain a token, its gold tag and the tags of several systems; the system's tags are in `column`.
 * Sentences are separated by empty lines.
 */
export function readTagged(lines: string, column: number): Tagged[][] {
  return lines
    .split(/\n\s*\n/)
    .map((sentence) => sentence.split('\n').filter((line) => line.trim() !== ''))
    .filter((sentence) => sentence.length > 0)
    .map((sentence) =>
      sentence.map((line) => {
        const cells = line.split('\t')
        const [token = '', gold = ''] = cells
        return { token, gold, predicted: cells[column] ?? '' }
      }),
    )
}

interface TokenRun {
  from: number
  to: number
  label: string
}

/** Runs of tokens that belong to one entity. An inside tag that continues no entity begins one. */
function runsOf(tags: readonly string[]): TokenRun[] {
  const runs: TokenRun[] = []
  let open: TokenRun | undefined
  for (const [at, tag] of tags.entries()) {
    const label = tag.slice(2)
    if (open && tag.startsWith('I-') && open.label === label) open.to = at
    else {
      open = tag === 'O' ? undefined : { from: at, to: at, label }
      if (open) runs.push(open)
    }
  }
  return runs
}

/** A sentence as a record: tokens joined by spaces, offsets in code points. */
export function toRecord(sentence: readonly Tagged[], id: number, agent: string): Record<string, unknown> {
  const tokens = sentence.map(({ token }) => token)
  const starts: number[] = []
  let length = 0
  for (const token of tokens) {
    starts.push(length)
    length += Array.from(token).length + 1
  }
  const entities = (tags: string[]) =>
    runsOf(tags).map(({ from, to, label }) => ({
      start: starts[from],
      end: (starts[to] ?? 0) + Array.from(tokens[to] ?? '').length,
      label,
    }))
  return {
    id,
    text: tokens.join(' '),
    tokens,
    prediction: { agent, entities: entities(sentence.map(({ predicted }) => predicted)) },
    annotation: { agent: 'gold', entities: entities(sentence.map(({ gold }) => gold)) },
  }
}

/** Precision, recall and F1 of one label, or of all labels of the gold tags, computed from the tags alone without offsets or records. */
export function scoresFromTags(sentences: readonly Tagged[][], label?: string) {
  const known = new Set(sentences.flat().map(({ gold }) => gold.slice(2)))
  const counts = { gold: 0, predicted: 0, both: 0 }
  for (const sentence of sentences) {
    const names = (part: 'gold' | 'predicted') =>
      runsOf(sentence.map((tagged) => tagged[part]))
        .filter((run) => (label === undefined ? known.has(run.label) : run.label === label))
        .map((run) => `${run.from}-${run.to}-${run.label}`)
    const gold = names('gold')
    const predicted = names('predicted')
    counts.gold += gold.length
    counts.predicted += predicted.length
    counts.both += predicted.filter((name) => gold.includes(name)).length
  }
  const precision = counts.predicted && counts.both / counts.predicted
  const recall = counts.gold && counts.both / counts.gold
  return { precision, recall, f1: precision + recall && (2 * precision * recall) / (precision + recall) }
}
