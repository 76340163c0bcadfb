import { Search, X } from 'lucide-react'
import type { Ref } from 'react'
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Input,
} from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import { ariaKeys, type Keys } from '../../keyboard/keys.ts'
import { classNames } from '../browser/class-names.ts'
import { Icon } from '../display/Icon.tsx'
import { KeyCap } from '../display/KeyCap.tsx'
import styles from './Field.module.css'
import { IconButton } from './IconButton.tsx'

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className' | 'style' | 'render'> {
  /** Accessible name. */
  label: string
  placeholder?: string
  size?: 'small' | 'large'
  /** Keys that focus the box, shown while it is empty. */
  keys?: Keys
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** A search box: Enter applies (`onSubmit`), Escape and the clear button clear. */
export function SearchField({ label, placeholder, size = 'large', keys, className, ref, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={classNames(styles.field, className)}>
      {({ isEmpty }) => (
        <div className={classNames(styles.box, size === 'small' && styles.small)}>
          <Icon icon={Search} />
          <Input
            className={styles.input}
            placeholder={placeholder}
            ref={ref}
            aria-keyshortcuts={ariaKeys(keys ? [keys] : [])}
          />
          {isEmpty ? keys && <KeyCap keys={keys} /> : <IconButton icon={X} label={t('ui.clearSearch')} size="tiny" />}
        </div>
      )}
    </AriaSearchField>
  )
}
