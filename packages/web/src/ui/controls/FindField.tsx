import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../browser/class-names.ts'
import { Icon } from '../display/Icon.tsx'
import styles from './FindField.module.css'

interface FindFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Accessible name, and the default placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A box that filters the list below it while typing, without requests to the server. */
export function FindField({ label, placeholder = label, onChange, className, ...input }: FindFieldProps) {
  return (
    <label className={classNames(styles.find, className)}>
      <Icon icon={Search} size={14} />
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
