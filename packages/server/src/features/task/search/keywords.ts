import { canMark, isQuickToMark, type Query, searchKeywords } from '@postil/domain/search/index'
import type { StoredRecord } from '../records/records.service'
import { askHighlight } from '../search-thread/ask-index'

/** The keywords matched in each of some records; empty lists without a query text (classic-api §7.5). */
export async function keywordsOf(records: readonly StoredRecord[], text: Query | undefined): Promise<string[][]> {
  if (!text || !canMark(text) || records.length === 0) return records.map(() => [])
  const texts = records.map(textsOf)
  // Passing short texts to the thread takes longer than finding plain words in them.
  if (isQuickToMark(text, texts)) return searchKeywords(texts, text)
  return askHighlight({ op: 'highlight', query: text, texts })
}

function textsOf({ document }: StoredRecord): [string, string][] {
  const texts: [string, string][] = [['text', document.text]]
  if ('inputs' in document)
    for (const [name, value] of Object.entries(document.inputs))
      for (const text of [value].flat()) texts.push([`inputs.${name}`, text])
  return texts
}
