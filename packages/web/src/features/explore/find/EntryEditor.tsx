import { type RecordFilter, toTaskQuery } from '@postil/domain/task-editing/query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchTaskRecords, type TaskPlace } from '../../../api/classic/task-records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { ChooseValues } from '../../../find/filters/ChooseValues.tsx'
import { Histogram } from '../../../find/filters/Histogram.tsx'
import { listValues } from '../../../find/filters/list-values.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { RangeSlider } from '../../../ui/controls/RangeSlider.tsx'
import { type FilterEntry, LISTED_VALUES } from './filter-groups.ts'
import styles from './find.module.css'

interface EntryEditorProps {
  entry: FilterEntry
  filter: RecordFilter
  place: TaskPlace
  /** The only entry of its group: without a title, always open. */
  isOnly: boolean
  isOpenFirst: boolean
  onChange: (filter: RecordFilter) => void
}

/** One filter entry with its values. */
export function EntryEditor(props: EntryEditorProps) {
  const { entry, isOnly, isOpenFirst } = props
  const [isFirstOpen] = useState(isOpenFirst)
  const editor = entry.kind === 'terms' ? <Terms {...props} entry={entry} /> : <Range {...props} entry={entry} />
  if (isOnly) return editor
  return (
    <details className={styles.entry} open={isFirstOpen}>
      <summary className={styles.entryTitle}>{entry.title}</summary>
      {editor}
    </details>
  )
}

function Terms({
  entry,
  filter,
  place,
  onChange,
}: EntryEditorProps & { entry: Extract<FilterEntry, { kind: 'terms' }> }) {
  const [typed, setTyped] = useState('')
  const chosen = entry.read(filter)
  const [first] = useState(chosen)
  const isPart = entry.values.length >= LISTED_VALUES
  const asked = useOtherValues(entry, place, filter, isPart ? typed.trim() : '')
  const known = new Map([...entry.values, ...asked].map((one) => [one.value, one]))
  const all = [...known.values()]
  const uncounted = all.flatMap(({ value, count }) => (count === undefined ? [{ value, text: value }] : []))
  const counted = all.flatMap(({ value, count }) => (count === undefined ? [] : [{ value, count }]))
  const isComplete = uncounted.length === 0
  const values = listValues(uncounted, counted, { wanted: chosen, first, isComplete }).map((one) => ({
    ...one,
    text: textOf(entry.id, one.value),
  }))
  const toggle = (value: string) =>
    onChange(entry.write(filter, chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]))
  return (
    <div className={styles.terms}>
      <ChooseValues
        {...{ values, isPart }}
        name={entry.title}
        wanted={chosen}
        hasMore={isPart}
        query={typed}
        onQuery={setTyped}
        onToggle={toggle}
      />
    </div>
  )
}

/** Values of a metadata key beyond those counted: the server finds those that contain the typed text. */
function useOtherValues(
  entry: Extract<FilterEntry, { kind: 'terms' }>,
  place: TaskPlace,
  filter: RecordFilter,
  typed: string,
): readonly { value: string; count: number }[] {
  const key = entry.metadataKey
  const { data } = useQuery({
    queryKey: [...queryKeys.taskDataset(place), 'values', key, typed, filter],
    queryFn: async ({ signal }) => {
      const { query_text, ...query } = toTaskQuery(entry.write(filter, []))
      const condition = `metadata.${key}:*${typed.replaceAll(/[+\-=&|!(){}[\]^"~*?:\\/\s]/g, '\\$&')}*`
      const found = await searchTaskRecords(place, {
        query: { ...query, query_text: query_text ? `(${query_text}) AND ${condition}` : condition },
        sort: [],
        from: 0,
        limit: 0,
        signal,
      })
      const counted = Object.entries(found.aggregations?.metadata[key ?? ''] ?? {})
      return counted.flatMap(([value, count]) => (typeof count === 'number' ? [{ value, count }] : []))
    },
    enabled: key !== undefined && typed !== '',
    meta: SILENT,
  })
  return data ?? []
}

function Range({ entry, filter, onChange }: EntryEditorProps & { entry: Extract<FilterEntry, { kind: 'range' }> }) {
  const { bounds, buckets, step, isPercent } = entry
  const [min, max] = bounds
  const wanted = entry.read(filter)
  const range = [wanted?.from ?? min, wanted?.to ?? max] as const
  const write = ([from, to]: readonly [number, number]) =>
    onChange(entry.write(filter, from <= min && to >= max ? undefined : { from: tidy(from), to: tidy(to) }))
  return (
    <div className={styles.range}>
      {buckets.length > 0 && <Histogram buckets={buckets} range={range} bounds={bounds} />}
      <RangeSlider
        label={entry.title}
        min={min}
        max={max}
        step={step}
        value={range}
        onChange={write}
        formatOptions={isPercent ? { style: 'percent' } : { maximumFractionDigits: 3 }}
      />
    </div>
  )
}

// Steps of a slider are not exact in binary: 0.07 * 100.
function tidy(value: number): number {
  return Number(value.toPrecision(10))
}

function textOf(entryId: string, value: string): string {
  if (entryId === 'status') {
    switch (value) {
      case 'Default':
      case 'Edited':
      case 'Validated':
      case 'Discarded':
        return t(`explore.status.${value}`)
    }
  }
  if (entryId === 'by_rules' && (value === 'uncovered' || value === 'disputed' || value === 'incorrect'))
    return t(`explore.rules.${value}`)
  if (entryId === 'predicted') return value === 'ok' ? t('explore.ok') : value === 'ko' ? t('explore.ko') : value
  return value
}
