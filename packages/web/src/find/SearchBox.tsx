import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { classNames } from '../ui/browser/class-names.ts'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { lazy } from '../ui/loading/lazy.tsx'
import styles from './SearchBox.module.css'

const HINT = 'search-hint'
// Needed only once the user types.
const SearchHint = lazy(() => import('./SearchHint.tsx').then((m) => m.SearchHint))

interface SearchBoxProps {
  /** The active query. */
  query: string
  /** The command that brings the focus here. */
  command: string
  placeholder: string
  /** Id of the element that explains why the query cannot be parsed. */
  problemId?: string | undefined
  className?: string | undefined
  /** @param query - trimmed; empty to clear the search */
  onSearch: (query: string) => void
  /** Shown beside and below the box: help, options, a problem with the query. */
  children: ReactNode
}

/** The box that searches records: Enter applies, the cross and Escape clear. Typing changes nothing but the box; a query with a problem stays. */
export function SearchBox({ query, command, placeholder, problemId, className, onSearch, children }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const handleFocus = () => {
    input.current?.focus()
    input.current?.select()
  }
  const focus = useCommand(command, { run: handleFocus })
  // Remembers the query it was typed over: when the query changes (Back, a link), the box shows the new one.
  const [typed, setTyped] = useState<{ now: string; over: string }>()
  if (typed && typed.over !== query) setTyped(undefined)
  const value = typed?.now ?? query
  const isHintDue = value.trim() !== query && !problemId
  const handleSubmit = (wanted: string) => {
    onSearch(wanted.trim())
    // The focus leaves the box, so that further keys act on the records. Tab continues from here.
    input.current?.blur()
  }
  // A query that cannot be parsed stays in the box to be corrected.
  useEffect(() => {
    if (problemId && document.activeElement === document.body) input.current?.focus()
  }, [problemId])
  return (
    <div className={classNames(styles.search, className)}>
      <SearchField
        ref={input}
        size="small"
        className={styles.box}
        label={t('search.label')}
        placeholder={placeholder}
        keys={focus.keys[0]}
        value={value}
        aria-describedby={problemId ?? HINT}
        isInvalid={problemId !== undefined}
        onChange={(now) => setTyped({ now, over: query })}
        onSubmit={handleSubmit}
        onClear={() => query !== '' && onSearch('')}
      />
      {typed && (
        <Suspense fallback={null}>
          <SearchHint id={HINT} isDue={isHintDue} />
        </Suspense>
      )}
      {children}
    </div>
  )
}
