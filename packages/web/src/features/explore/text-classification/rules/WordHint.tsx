import type { Rule } from '@postil/domain/rules/rule'
import { useQuery } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { searchTaskRecords, type TaskPlace } from '../../../../api/classic/task-records.ts'
import { SILENT } from '../../../../api/query-client.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Icon } from '../../../../ui/display/Icon.tsx'
import styles from './rules.module.css'
import { PLAIN_WORD, rulesKey } from './use-rules.ts'

/** With fewer incorrect hits, word counts are not meaningful. */
const MIN_INCORRECT = 5
/** A word must occur in at least this many incorrect hits. */
const MIN_HITS = 2
/** Number of words examined, most frequent first, and of words offered. */
const CANDIDATES = 8
const OFFERED = 2

interface WordHintProps {
  place: TaskPlace
  rule: Rule
  incorrect: number
  /** Exclude the hits with these words from the rule. */
  onEdit: (query: string) => void
}

/** Offers to exclude words that occur in incorrect hits but in no correct one. */
export function WordHint({ place, rule, incorrect, onEdit }: WordHintProps) {
  // With several labels, the metrics count labels instead of hits.
  const isAsked = rule.labels.length === 1 && incorrect >= MIN_INCORRECT
  const { data: words = [] } = useQuery({
    queryKey: [...rulesKey(place), 'words of incorrect hits', rule.query, rule.labels],
    queryFn: ({ signal }) => findSeparatingWords(place, rule, signal),
    enabled: isAsked,
    meta: SILENT,
  })
  const [first, second] = words
  if (!first || !isAsked) return null
  const without = `NOT ${second ? `(${first.word} OR ${second.word})` : first.word}`
  return (
    <div className={styles.hint} role="note">
      <Icon icon={WandSparkles} />
      <span className={styles.hintWords}>
        {t('rules.words', { word: first.word, count: first.hits, incorrect })}
        {second && t('rules.wordsToo', { word: second.word, count: second.hits })}
      </span>
      <Button size="small" onPress={() => onEdit(`(${rule.query}) AND ${without}`)}>
        {t('rules.wordsAdd', { without })}
      </Button>
    </div>
  )
}

interface SeparatingWord {
  word: string
  /** Number of incorrect hits that contain it. */
  hits: number
}

async function findSeparatingWords(place: TaskPlace, rule: Rule, signal: AbortSignal): Promise<SeparatingWord[]> {
  const search = (outcome: 'incorrect' | 'correct', query: string) =>
    searchTaskRecords(place, {
      query: { query_text: query, by_rules: { outcome, rules: [{ query: rule.query, labels: [...rule.labels] }] } },
      sort: [],
      from: 0,
      limit: 0,
      signal,
    })
  const [wrong, right] = await Promise.all([search('incorrect', rule.query), search('correct', rule.query)])
  const ofRight = new Set(Object.keys(right.aggregations?.words ?? {}))
  const candidates = Object.entries(wrong.aggregations?.words ?? {})
    .filter(([word, hits]) => hits >= MIN_HITS && !ofRight.has(word) && PLAIN_WORD.test(word))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, CANDIDATES)
  const words: SeparatingWord[] = []
  for (const [word, hits] of candidates) {
    if (words.length === OFFERED) break
    // The list of words of correct hits is truncated; this word could be beyond its end.
    const query = `(${rule.query}) AND ${word}`
    if ((await search('correct', query)).total > 0) continue
    // Of many hits the server counts the words of a sample only.
    const isSample = wrong.aggregations?.words_sampled === true
    words.push({ word, hits: isSample ? (await search('incorrect', query)).total : hits })
  }
  return words
}
