import { CircleHelp } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../i18n/explore.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import styles from './find.module.css'

const EXAMPLES = [
  ['card payment', 'explore.help.words'],
  ['lost OR stolen', 'explore.help.or'],
  ['card NOT virtual', 'explore.help.not'],
  ['card AND (lost OR stolen)', 'explore.help.group'],
  ['"exchange rate"', 'explore.help.phrase'],
  ['pay* te?t', 'explore.help.wildcard'],
  ['recieve~1', 'explore.help.fuzzy'],
  ['/top-?up/', 'explore.help.regex'],
  ['annotated_as:refund', 'explore.help.field'],
  ['metadata.year:[2020 TO 2024]', 'explore.help.range'],
] as const

const PROBLEM = 'explore-query-problem'

interface SearchBarProps {
  text: string
  /** What the server says of a query it cannot read. */
  problem: string | undefined
  onSearch: (text: string) => void
}

/** The search box: Enter applies, the cross and Escape clear. What the server says of a query stands below it, and the query stays. */
export function SearchBar({ text, problem, onSearch }: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const focus = useCommand('explore.search', {
    run: () => {
      input.current?.focus()
      input.current?.select()
    },
  })
  return (
    <div className={styles.search}>
      {/* Another query in the address, by Back or a link, fills the box anew. */}
      <SearchField
        key={text}
        ref={input}
        size="small"
        className={styles.box}
        label={t('explore.search')}
        placeholder={t('explore.searchPlaceholder')}
        keys={focus.keys[0]}
        defaultValue={text}
        aria-describedby={problem ? PROBLEM : undefined}
        isInvalid={problem !== undefined}
        onSubmit={(typed) => onSearch(typed.trim())}
        onClear={() => text !== '' && onSearch('')}
      />
      <Popover
        label={t('explore.help')}
        width={400}
        placement="bottom end"
        trigger={<IconButton icon={CircleHelp} label={t('explore.help')} />}
      >
        {(close) => (
          <section className={styles.help}>
            <h3 className={styles.heading}>{t('explore.help.title')}</h3>
            <ul className={styles.examples}>
              {EXAMPLES.map(([example, meaning]) => (
                <li key={example}>
                  <button
                    type="button"
                    className={styles.example}
                    onClick={() => {
                      close()
                      onSearch(example)
                    }}
                  >
                    <code>{example}</code>
                    <span>{t(meaning)}</span>
                  </button>
                </li>
              ))}
            </ul>
            <p className={styles.note}>{t('explore.help.note')}</p>
          </section>
        )}
      </Popover>
      {problem !== undefined && (
        <p id={PROBLEM} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
