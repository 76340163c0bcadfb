import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { classNames } from '../browser/class-names.ts'
import { Icon } from '../display/Icon.tsx'
import { lazy } from '../loading/lazy.tsx'
import fieldStyles from './Field.module.css'
import styles from './Select.module.css'

const Select = lazy(() => import('./Select.tsx').then((m) => m.Select<string>))

interface LazySelectProps {
  'aria-label': string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A small `Select` with lazily loaded code: until it is first opened, only its button is rendered. */
export function LazySelect(props: LazySelectProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const chosen = props.choices.find(({ value }) => value === props.value)?.label ?? props.value
  const button = (
    <div className={fieldStyles.field}>
      <Button
        className={classNames(styles.button, styles.small)}
        aria-haspopup="listbox"
        aria-label={`${chosen} ${props['aria-label']}`}
        onPress={() => setWasOpened(true)}
        onKeyDown={(event) => (event.key === 'ArrowDown' || event.key === 'ArrowUp') && setWasOpened(true)}
      >
        <span className={styles.value}>{chosen}</span>
        <Icon icon={ChevronDown} />
      </Button>
    </div>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <Select {...props} size="small" isOpenAtFirst onAway={() => setWasOpened(false)} />
    </Suspense>
  )
}
