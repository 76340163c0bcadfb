import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError, Text } from 'react-aria-components'
import { Icon } from '../display/Icon.tsx'
import styles from './Field.module.css'

interface FieldNotesProps {
  description?: ReactNode
  error?: string
}

/** The lines below a control: the help text, and the error if there is one. */
export function FieldNotes({ description, error }: FieldNotesProps) {
  return (
    <>
      {description && (
        <Text slot="description" className="note">
          {description}
        </Text>
      )}
      <FieldError className={styles.error}>
        <Icon icon={CircleAlert} size={14} />
        {error}
      </FieldError>
    </>
  )
}
