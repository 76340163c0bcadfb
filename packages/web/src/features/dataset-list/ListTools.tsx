import { RotateCw, Rows2, Rows3 } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { t } from '../../i18n/areas/datasets.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import type { ChangeState } from '../../ui/browser/use-url-state.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { type DatasetRow, KINDS } from './dataset-row.ts'
import { FilterPopover } from './FilterPopover.tsx'
import { KIND_WORDS } from './kinds.ts'
import styles from './ListTools.module.css'
import { type ListState, tagText } from './list-state.ts'
import { countValues } from './select-rows.ts'
import { useTyped } from './use-typed.ts'

interface ListToolsProps {
  rows: readonly DatasetRow[]
  state: ListState
  onChange: ChangeState<ListState>
  searchRef: RefObject<HTMLInputElement | null>
  /** Arrow down in the search box moves to the rows. */
  onEnterRows: () => void
  isCompact: boolean
  onCompact: (isCompact: boolean) => void
  isRefreshing: boolean
}

/** Above the table: search, a filter for each column with values, row height, refresh. */
export function ListTools(props: ListToolsProps) {
  const { rows, state, onChange, searchRef, onEnterRows, isCompact, onCompact, isRefreshing } = props
  const refresh = useCommand('datasets.refresh')
  const tagWords = new Map(rows.flatMap((row) => row.tags.map((tag) => [tagText(tag), `${tag.key}: ${tag.value}`])))
  return (
    <div className={styles.tools}>
      <SearchBox
        className={styles.search}
        q={state.q}
        onSearch={(q) => onChange(() => ({ q }), { isTyping: true })}
        onEnterRows={onEnterRows}
        boxRef={searchRef}
      />
      <FilterPopover
        label={t('datasets.workspace')}
        values={countValues(rows, state, 'workspaces')}
        chosen={state.workspaces}
        wordsOf={(name) => name}
        onChange={(next) => onChange((now) => ({ workspaces: next(now.workspaces) }))}
      />
      <FilterPopover
        label={t('datasets.kind')}
        values={countValues(rows, state, 'kinds')}
        chosen={state.kinds}
        wordsOf={wordsOfKind}
        onChange={(next) =>
          onChange((now) => {
            const chosen = next(now.kinds)
            return { kinds: KINDS.filter((kind) => chosen.includes(kind)) }
          })
        }
      />
      <FilterPopover
        label={t('datasets.tags')}
        values={countValues(rows, state, 'tags')}
        chosen={state.tags}
        wordsOf={(text) => tagWords.get(text) ?? text}
        onChange={(next) => onChange((now) => ({ tags: next(now.tags) }))}
      />
      <span className={styles.grow} />
      <IconButton
        icon={isCompact ? Rows3 : Rows2}
        label={t('datasets.compact')}
        isActive={isCompact}
        size="large"
        onPress={() => onCompact(!isCompact)}
      />
      <Button className={styles.refresh} variant="quiet" icon={RotateCw} isPending={isRefreshing} onPress={refresh.run}>
        {t('datasets.refresh')}
      </Button>
    </div>
  )
}

function wordsOfKind(value: string): string {
  const kind = KINDS.find((one) => one === value)
  return kind ? KIND_WORDS[kind] : value
}

interface SearchBoxProps {
  q: string
  onSearch: (q: string) => void
  /** Arrow down moves to the rows. */
  onEnterRows: () => void
  boxRef: RefObject<HTMLInputElement | null>
  className?: string
}

/** Filters the datasets while typing. */
function SearchBox({ q, onSearch, onEnterRows, boxRef, className }: SearchBoxProps) {
  const find = useCommand('datasets.find')
  const [text, setText] = useTyped(q, onSearch)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    onEnterRows()
  }
  return (
    <SearchField
      className={className}
      label={t('datasets.findHint')}
      placeholder={t('datasets.findHint')}
      keys={find.keys[0]}
      value={text}
      onChange={setText}
      onKeyDown={handleKey}
      ref={boxRef}
    />
  )
}
