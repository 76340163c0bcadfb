import type { SortItem } from '@postil/contract/task/query'
import type { Aggregations } from '@postil/contract/task/search'
import { DEFAULT_SORT } from '@postil/domain/task-editing/query'
import { ArrowDownWideNarrow, ArrowUpDown, ArrowUpNarrowWide, ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Select } from '../../../ui/Select.tsx'
import { isDefaultSort } from '../explore-url.ts'
import styles from './find.module.css'

const PLAIN = ['status', 'id', 'last_updated', 'event_timestamp'] as const
const LABELLED = ['predicted_as', 'predicted', 'score', 'annotated_as'] as const
const AGENTS = ['predicted_by', 'annotated_by'] as const

/** The words for a key that records can be sorted by. */
export function sortTitle(id: string): string {
  const plain = PLAIN.find((one) => one === id)
  if (plain) return t(`explore.sort.${plain}`)
  const known = [...LABELLED, ...AGENTS].find((one) => one === id)
  return known ? t(`explore.filter.${known}`) : id.replace(/^metadata\./, '')
}

interface SortButtonProps {
  sort: readonly SortItem[]
  counts: Aggregations | undefined
  hasLabels: boolean
  /** Records come by similarity, and by nothing else. */
  isSimilar: boolean
  onChange: (sort: readonly SortItem[]) => void
}

/** The keys of the order behind a button, the first counting most. */
export function SortButton(props: SortButtonProps) {
  const { sort, isSimilar } = props
  const name = t('explore.filter.sort')
  const count = isDefaultSort(sort) ? 0 : sort.length
  return (
    <Popover
      label={name}
      width={410}
      trigger={
        <Button
          variant="quiet"
          size="medium"
          icon={ArrowUpDown}
          aria-label={count > 0 ? t('explore.filter.count', { name, count }) : name}
          disabledReason={isSimilar ? t('explore.sort.similar') : undefined}
          className={styles.group}
        >
          <span className={styles.groupWords}>
            {name}
            {count > 0 && <span className={styles.badge}>{count}</span>}
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
          </span>
        </Button>
      }
    >
      {(close) => <Panel {...props} close={close} />}
    </Popover>
  )
}

function Panel({ sort, counts, hasLabels, onChange, close }: SortButtonProps & { close: () => void }) {
  const [draft, setDraft] = useState(sort)
  const apply = (next: readonly SortItem[]) => {
    onChange(next.length > 0 ? next : DEFAULT_SORT)
    close()
  }
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        apply(draft)
      }}
    >
      <h3 className={styles.heading}>{t('explore.sort.title')}</h3>
      <SortKeys draft={draft} onChange={setDraft} {...{ counts, hasLabels }} />
      <div className={styles.actions}>
        <Button variant="quiet" size="medium" isDisabled={isDefaultSort(draft)} onPress={() => apply(DEFAULT_SORT)}>
          {t('explore.sort.reset')}
        </Button>
        <span className={styles.grow} />
        <Button size="medium" onPress={close}>
          {t('explore.filter.cancel')}
        </Button>
        <Button variant="primary" size="medium" type="submit">
          {t('explore.filter.apply')}
        </Button>
      </div>
    </form>
  )
}

interface SortKeysProps extends Pick<SortButtonProps, 'counts' | 'hasLabels'> {
  draft: readonly SortItem[]
  onChange: (draft: readonly SortItem[]) => void
}

/** The keys of an order, each with its direction, and one to add. */
export function SortKeys({ draft, counts, hasLabels, onChange }: SortKeysProps) {
  const keys = [
    ...PLAIN,
    ...(hasLabels ? LABELLED : []),
    ...AGENTS,
    ...Object.keys(counts?.metadata ?? {})
      .toSorted()
      .map((key) => `metadata.${key}`),
  ]
  const free = keys.filter((key) => draft.every(({ id }) => id !== key))
  const choices = (own?: string) =>
    keys.filter((key) => key === own || free.includes(key)).map((key) => ({ value: key, label: sortTitle(key) }))
  const put = (at: number, item: SortItem) => onChange(draft.map((one, index) => (index === at ? item : one)))
  return (
    <>
      <ol className={styles.sortKeys}>
        {draft.map((item, at) => (
          <li key={item.id} className={styles.sortKey}>
            <Select
              size="small"
              className={styles.grow}
              aria-label={sortTitle(item.id)}
              choices={choices(item.id)}
              value={item.id}
              onChange={(id) => put(at, { ...item, id })}
            />
            <IconButton
              icon={item.order === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
              label={t('explore.sort.turn', { name: sortTitle(item.id), order: t(`explore.sort.${item.order}`) })}
              size="medium"
              onPress={() => put(at, { ...item, order: item.order === 'asc' ? 'desc' : 'asc' })}
            />
            <IconButton
              icon={X}
              label={t('ui.remove', { name: sortTitle(item.id) })}
              size="medium"
              onPress={() => onChange(draft.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ol>
      {free.length > 0 && (
        <Select
          size="small"
          aria-label={t('explore.sort.add')}
          placeholder={t('explore.sort.add')}
          choices={choices()}
          value={null}
          onChange={(id) => onChange([...draft, { id, order: 'asc' }])}
        />
      )}
    </>
  )
}
