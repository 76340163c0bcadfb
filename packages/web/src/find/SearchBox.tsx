import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { classNames } from '../ui/class-names.ts'
import { lazy } from '../ui/lazy.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import styles from './SearchBox.module.css'

const HINT = 'search-hint'
// Needed only once something is typed.
const SearchHint = lazy(() => import('./SearchHint.tsx').then((m) => m.SearchHint))

interface SearchBoxProps {
  /** The query in force. */
  query: string
  /** The command that brings the focus here. */
  command: string
  placeholder: string
  /** The element that says why the query cannot be read. */
  problemId?: string | undefined
  className?: string | undefined
  /** @param query - trimmed; empty when everything is wanted again */
  onSearch: (query: string) => void
  /** Beside and below the box: help, options, a problem. */
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
  // With the query that was in force then: another one, by Back or a link, fills the box anew.
  const [typed, setTyped] = useState<{ now: string; over: string }>()
  if (typed && typed.over !== query) setTyped(undefined)
  const value = typed?.now ?? query
  const isHintDue = value.trim() !== query && !problemId
  const handleSubmit = (wanted: string) => {
    onSearch(wanted.trim())
    // The keys belong to the records now; Tab goes on from here.
    input.current?.blur()
  }
  // A query that cannot be read is to be mended.
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
