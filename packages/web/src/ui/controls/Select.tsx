import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Select as AriaSelect, Button, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import { classNames } from '../browser/class-names.ts'
import { Icon } from '../display/Icon.tsx'
import menuStyles from '../overlays/Menu.module.css'
import fieldStyles from './Field.module.css'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'
import { type Choice, choose } from './RadioGroup.tsx'
import styles from './Select.module.css'

interface SelectProps<Value extends string> {
  label?: ReactNode
  'aria-label'?: string
  choices: readonly Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  size?: 'small' | 'large'
  need?: 'required' | 'optional'
  description?: ReactNode
  error?: string
  isDisabled?: boolean
  /** Takes the focus and opens when mounted. */
  isOpenAtFirst?: boolean
  className?: string
}

/** A choice of one out of many, in a list that opens. */
export function Select<Value extends string>({
  label,
  choices,
  onChange,
  placeholder = t('ui.choose'),
  size = 'large',
  need,
  description,
  error,
  isOpenAtFirst = false,
  className,
  ...rest
}: SelectProps<Value>) {
  const [isOpen, setOpen] = useState(false)
  // After focusing the button, so that closing the list returns the focus there.
  useEffect(() => setOpen(isOpenAtFirst), [isOpenAtFirst])
  return (
    <AriaSelect
      {...rest}
      className={classNames(fieldStyles.field, className)}
      placeholder={placeholder}
      autoFocus={isOpenAtFirst}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isInvalid={error !== undefined}
      onChange={(key) => choose(choices, String(key), onChange)}
    >
      {label && <FieldLabel need={need}>{label}</FieldLabel>}
      <Button className={classNames(styles.button, size === 'small' && styles.small)}>
        <SelectValue className={styles.value} />
        <Icon icon={ChevronDown} />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover className={classNames(menuStyles.popover, styles.popover)} offset={4}>
        <ListBox className={menuStyles.list} items={choices}>
          {(choice) => (
            <ListBoxItem
              id={choice.value}
              className={menuStyles.item}
              textValue={typeof choice.label === 'string' ? choice.label : choice.value}
              isDisabled={choice.isDisabled}
            >
              {({ isSelected }) => (
                <>
                  <span className={menuStyles.words}>{choice.label}</span>
                  {isSelected && <Icon icon={Check} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
