import { ChevronDown, CircleHelp } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { lazy } from '../ui/lazy.tsx'
import { Popover } from '../ui/Popover.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { TextQuery } from './query.ts'
import styles from './SearchBox.module.css'

const HINT = 'search-hint'
// Opened by hand.
const SearchOptions = lazy(() => import('./SearchOptions.tsx').then((m) => m.SearchOptions))
const SearchHint = lazy(() => import('./SearchHint.tsx').then((m) => m.SearchHint))

interface SearchBoxProps {
  text: TextQuery | undefined
  /** Where can be searched, besides everywhere. */
  fields: readonly { name: string; title: string }[] | undefined
  onChange: (text: TextQuery | undefined) => void
}

/**
 * The search box: Enter applies, the cross and Escape clear. Typing changes nothing but the box. Beside it stands where is
 * searched and what can be typed.
 */
export function SearchBox({ text, fields = [], onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [fieldWanted, setFieldWanted] = useState(text?.field)
  const field = text ? text.field : fieldWanted
  const handleFocus = () => {
    input.current?.focus()
    input.current?.select()
  }
  const focus = useCommand('annotate.search', { run: handleFocus })
  const q = text?.q ?? ''
  // With the query that was in force then: another one fills the box anew.
  const [typed, setTyped] = useState<{ now: string; over: string }>()
  const fieldTitle = fields.find(({ name }) => name === field)?.title ?? field

  const apply = (wanted: string) => {
    const next = wanted.trim()
    onChange(next === '' ? undefined : { q: next, ...(field ? { field } : {}) })
  }
  const chooseField = (next: string | undefined) => {
    setFieldWanted(next)
    if (text) onChange({ q: text.q, ...(next ? { field: next } : {}) })
  }

  return (
    <div className={styles.search}>
      {/* Another query in the address, by Back or a link, fills the box anew. */}
      <SearchField
        key={q}
        ref={input}
        size="small"
        className={styles.box}
        label={t('search.label')}
        placeholder={fieldTitle ? t('search.placeholderIn', { field: fieldTitle }) : t('search.placeholder')}
        keys={focus.keys[0]}
        defaultValue={q}
        aria-describedby={HINT}
        onChange={(now) => setTyped({ now, over: q })}
        onSubmit={apply}
        onClear={() => text && onChange(undefined)}
      />
      {typed && (
        <Suspense fallback={null}>
          <SearchHint id={HINT} isDue={typed.over === q && typed.now.trim() !== q} />
        </Suspense>
      )}
      <Popover
        label={t('search.options')}
        width={320}
        placement="bottom end"
        trigger={
          fields.length > 1 ? (
            <Button
              variant="quiet"
              size="medium"
              aria-label={`${fieldTitle ?? t('search.allFields')}, ${t('search.options')}`}
              className={styles.field}
            >
              <span className={styles.fieldName}>{fieldTitle ?? t('search.allFields')}</span>
              <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
            </Button>
          ) : (
            <IconButton icon={CircleHelp} label={t('search.options')} />
          )
        }
      >
        <div className={styles.help}>
          <Suspense fallback={<Skeleton height={160} />}>
            <SearchOptions fields={fields} field={field} onField={chooseField} />
          </Suspense>
        </div>
      </Popover>
    </div>
  )
}
