import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps, Input } from 'react-aria-components'
import { classNames } from '../browser/class-names.ts'
import { Icon } from '../display/Icon.tsx'
import styles from './Field.module.css'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'render'> {
  /** Label above the box; use `aria-label` instead where there is no room. */
  label?: ReactNode
  need?: 'required' | 'optional'
  description?: ReactNode
  /** The error message; makes the field invalid. */
  error?: string
  placeholder?: string
  size?: 'small' | 'large'
  icon?: LucideIcon
  /** Controls at the end of the box: a key cap, a reveal button. */
  trailing?: ReactNode
  /** `none` for user names and the like: phones would capitalise the first letter. */
  autoCapitalize?: 'none'
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** One line of text. */
export function TextField({
  label,
  need,
  description,
  error,
  placeholder,
  size = 'large',
  icon,
  trailing,
  autoCapitalize,
  className,
  ref,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField
      {...rest}
      className={classNames(styles.field, className)}
      isInvalid={error !== undefined || rest.isInvalid}
      validationBehavior="aria"
    >
      {label && <FieldLabel need={need}>{label}</FieldLabel>}
      <div className={classNames(styles.box, size === 'small' && styles.small)}>
        {icon && <Icon icon={icon} />}
        <Input
          dir="auto"
          className={styles.input}
          placeholder={placeholder}
          autoCapitalize={autoCapitalize}
          ref={ref}
        />
        {trailing}
      </div>
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}
