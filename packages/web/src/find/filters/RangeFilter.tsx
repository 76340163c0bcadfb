import { useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RangeSlider } from '../../ui/controls/RangeSlider.tsx'
import { TextField, type TextFieldProps } from '../../ui/controls/TextField.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import type { RecordFilter } from '../query.ts'
import type { Facets } from './facets.ts'
import { rangeGrid, readRange, writeRange } from './filters.ts'
import { Histogram } from './Histogram.tsx'
import styles from './RangeFilter.module.css'
import type { FilterTopic } from './topics.ts'

interface RangeFilterProps {
  topic: FilterTopic
  name: string
  filters: readonly RecordFilter[]
  facets: Facets
  onChange: (next: readonly RecordFilter[]) => void
}

/** A range of numbers: histogram, slider with two handles, two number boxes. The full range is no filter. */
export function RangeFilter({ topic, name, filters, facets, onChange }: RangeFilterProps) {
  const { scope } = topic
  const facet = facets.find(scope)
  const counted = facet?.type === 'range' ? facet : undefined
  const [min, max] = topic.bounds ?? [counted?.min ?? undefined, counted?.max ?? undefined]
  const [dragged, setDragged] = useState<[number, number]>()

  if (min === undefined || max === undefined || counted === undefined) {
    return facets.isLoading ? <RangeSkeleton /> : <p className={styles.none}>{t('search.noValues')}</p>
  }
  const grid = rangeGrid(min, max, topic.kind === 'integer')
  const bounds = [grid.min, grid.max] as const
  const range = readRange(filters, scope, bounds)
  const shown = dragged ?? range
  const isNarrow = shown[0] > grid.min || shown[1] < grid.max
  // There is no range to choose from; an active filter can still be removed.
  if (!isNarrow && counted.buckets.every(({ count }) => count === 0)) {
    return <p className={styles.none}>{t('search.noValues')}</p>
  }

  const write = (next: readonly [number, number]) => {
    setDragged(undefined)
    onChange(writeRange(scope, next, bounds))
  }

  return (
    <div className={styles.range} data-stale={facets.isStale || undefined}>
      <Histogram buckets={counted.buckets} range={shown} bounds={bounds} />
      <RangeSlider
        label={name}
        min={grid.min}
        max={grid.max}
        step={grid.step}
        value={shown}
        onChange={setDragged}
        onChangeEnd={write}
        formatOptions={{ maximumFractionDigits: 6 }}
        isLabelHidden
      />
      <div className={styles.bounds}>
        <NumberBox
          key={`from ${shown[0]}`}
          label={t('search.from')}
          name={t('search.fromOf', { name })}
          value={shown[0]}
          onCommit={(from) => write([Math.min(from, shown[1]), shown[1]])}
        />
        <NumberBox
          key={`to ${shown[1]}`}
          label={t('search.to')}
          name={t('search.toOf', { name })}
          value={shown[1]}
          onCommit={(to) => write([shown[0], Math.max(to, shown[0])])}
        />
        <Button
          variant="quiet"
          size="medium"
          isDisabled={!isNarrow}
          aria-label={t('search.clearOf', { name })}
          onPress={() => write(bounds)}
        >
          {t('search.clearOne')}
        </Button>
      </div>
    </div>
  )
}

interface NumberBoxProps {
  label: string
  name: string
  value: number
  onCommit: (value: number) => void
}

// Typed text is applied on Enter or blur; if it is not a number, the box returns to the last valid value.
function NumberBox({ label, name, value, onCommit }: NumberBoxProps) {
  const [typed, setTyped] = useState(String(value))
  const commit = () => {
    const next = Number(typed.trim().replace(',', '.'))
    if (typed.trim() === '' || !Number.isFinite(next)) setTyped(String(value))
    else if (next !== value) onCommit(next)
  }
  const handleKey: TextFieldProps['onKeyDown'] = (event) => {
    if (event.key === 'Enter') commit()
    // Escape closes the menu.
    else event.continuePropagation()
  }
  return (
    <TextField
      size="small"
      className={styles.number}
      aria-label={name}
      placeholder={label}
      inputMode="decimal"
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={handleKey}
    />
  )
}

function RangeSkeleton() {
  return (
    <div className={styles.range} aria-busy="true">
      <Skeleton height={56} />
      <Skeleton height={24} />
      <Skeleton height={32} />
      <span className="visuallyHidden">{t('ui.loading')}</span>
    </div>
  )
}
