import { type ReactNode, Suspense, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { classNames } from '../ui/class-names.ts'
import { lazy } from '../ui/lazy.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import styles from './SearchBox.module.css'

const HINT = 'search-hint'
const PROBLEM = 'search-problem'
// Needed only once something is typed.
const SearchHint = lazy(() => import('./SearchHint.tsx').then((m) => m.SearchHint))

interface SearchBoxProps {
  /** The query in force. */
  query: string
  /** The command that brings the focus here. */
  command: string
  placeholder: string
  /** What the server says of a query it cannot read. */
  problem?: string | undefined
  className?: string | undefined
  /** @param query - trimmed; empty when everything is wanted again */
  onSearch: (query: string) => void
  /** Beside the box: help and options. */
  children: ReactNode
}

/** The box that searches records: Enter applies, the cross and Escape clear. Typing changes nothing but the box; a query with a problem stays. */
export function SearchBox({ query, command, placeholder, problem, className, onSearch, children }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const handleFocus = () => {
    input.current?.focus()
    input.current?.select()
  }
  const focus = useCommand(command, { run: handleFocus })
  // With the query that was in force then: another one fills the box anew.
  const [typed, setTyped] = useState<{ now: string; over: string }>()
  const isHintDue = typed?.over === query && typed.now.trim() !== query && problem === undefined
  return (
    <div className={classNames(styles.search, className)}>
      {/* Another query in the address, by Back or a link, fills the box anew. */}
      <SearchField
        key={query}
        ref={input}
        size="small"
        className={styles.box}
        label={t('search.label')}
        placeholder={placeholder}
        keys={focus.keys[0]}
        defaultValue={query}
        aria-describedby={problem === undefined ? HINT : PROBLEM}
        isInvalid={problem !== undefined}
        onChange={(now) => setTyped({ now, over: query })}
        onSubmit={(wanted) => onSearch(wanted.trim())}
        onClear={() => query !== '' && onSearch('')}
      />
      {typed && (
        <Suspense fallback={null}>
          <SearchHint id={HINT} isDue={isHintDue} />
        </Suspense>
      )}
      {children}
      {problem !== undefined && (
        <p id={PROBLEM} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
