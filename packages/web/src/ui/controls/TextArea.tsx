import type { Ref } from 'react'
import { TextArea as AriaTextArea, TextField } from 'react-aria-components'
import { classNames } from '../browser/class-names.ts'
import styles from './Field.module.css'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'
import type { TextFieldProps } from './TextField.tsx'

interface TextAreaProps extends Omit<TextFieldProps, 'icon' | 'trailing' | 'size' | 'autoCapitalize' | 'ref'> {
  /** Lines shown while empty; the box grows with its text. */
  rows?: number
  /** Maximum height in px before it scrolls. */
  maxHeight?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text; the box grows with its text. */
export function TextArea({
  label,
  need,
  description,
  error,
  placeholder,
  rows = 3,
  maxHeight,
  className,
  ref,
  ...rest
}: TextAreaProps) {
  return (
    <TextField
      {...rest}
      className={classNames(styles.field, className)}
      isInvalid={error !== undefined || rest.isInvalid}
      validationBehavior="aria"
    >
      {label && <FieldLabel need={need}>{label}</FieldLabel>}
      <div className={styles.box}>
        <AriaTextArea
          dir="auto"
          className={classNames(styles.input, styles.area)}
          style={{ minHeight: rows * 22 + 20, maxHeight }}
          placeholder={placeholder}
          rows={rows}
          ref={ref}
        />
      </div>
      <FieldNotes description={description} error={error} />
    </TextField>
  )
}
