import { CircleHelp } from 'lucide-react'
import { Suspense } from 'react'
import { SearchBox } from '../../../find/SearchBox.tsx'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import styles from './find.module.css'

// Loaded when the user opens it.
const SearchExamples = lazy(() => import('../../../find/SearchExamples.tsx').then((m) => m.SearchExamples))

const PROBLEM = 'explore-query-problem'
const EXAMPLES = [
  ['card payment', t('explore.help.words')],
  ['lost OR stolen', t('explore.help.or')],
  ['card NOT virtual', t('explore.help.not')],
  ['card AND (lost OR stolen)', t('explore.help.group')],
  ['"exchange rate"', t('explore.help.phrase')],
  ['pay* te?t', t('explore.help.wildcard')],
  ['recieve~1', t('explore.help.fuzzy')],
  ['/top-?up/', t('explore.help.regex')],
  ['annotated_as:refund', t('explore.help.field')],
  ['metadata.year:[2020 TO 2024]', t('explore.help.range')],
] as const

interface SearchBarProps {
  text: string
  /** The server's message about a query that it cannot parse. */
  problem: string | undefined
  onSearch: (text: string) => void
}

/** The search box of classic records, whose queries have a syntax of their own. */
export function SearchBar({ text, problem, onSearch }: SearchBarProps) {
  return (
    <SearchBox
      query={text}
      command="explore.search"
      placeholder={t('search.placeholder')}
      problemId={problem === undefined ? undefined : PROBLEM}
      className={styles.search}
      onSearch={onSearch}
    >
      <Popover
        label={t('search.options')}
        width={400}
        placement="bottom end"
        trigger={<IconButton icon={CircleHelp} label={t('search.options')} />}
      >
        {(close) => (
          <Suspense fallback={<Skeleton height={320} />}>
            <SearchExamples
              examples={EXAMPLES}
              onTry={(example) => {
                close()
                onSearch(example)
              }}
            />
          </Suspense>
        )}
      </Popover>
      {problem !== undefined && (
        <p id={PROBLEM} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </SearchBox>
  )
}
