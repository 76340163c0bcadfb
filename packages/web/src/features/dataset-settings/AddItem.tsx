import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/settings.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import styles from './DatasetSettings.module.css'
import { checkTitle } from './item-rules.ts'

interface AddItemProps {
  /** Label of the button that opens the form, and title of the form. */
  label: string
  /** Existing names, which cannot be used again. */
  taken: readonly string[]
  /** More inputs for the new item, such as its type. */
  children?: ReactNode
  isValid?: boolean
  /** Adds the item; the form closes when the promise resolves. If it rejects, the typed values stay. */
  onAdd: (item: { name: string; title: string }) => Promise<unknown>
}

/**
 * A button that opens a small form to add an item to a dataset. Used for properties and vectors of any dataset, and
 * for fields and questions of a draft.
 */
export function AddItem({ label, taken, children, isValid = true, onAdd }: AddItemProps) {
  const [values, setValues] = useState<{ name: string; title: string }>()
  const [isSaving, setSaving] = useState(false)
  const offlineReason = useOfflineReason()
  if (!values) {
    return (
      <div>
        <Button icon={Plus} onPress={() => setValues({ name: '', title: '' })}>
          {label}
        </Button>
      </div>
    )
  }
  const name = values.name.trim()
  const nameProblem = checkName(name, taken)
  const titleProblem = checkTitle(values).title
  const canAdd = name !== '' && !nameProblem && !titleProblem && isValid && !isSaving
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canAdd) return
    setSaving(true)
    try {
      await onAdd({ name, title: values.title.trim() || name })
      setValues(undefined)
    } catch (error) {
      showError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <section className={styles.item} aria-label={label}>
      <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
        <h2 className={styles.itemTitle}>{label}</h2>
        <TextField
          label={t('settings.new.name')}
          description={t('settings.new.nameHelp')}
          value={values.name}
          onChange={(next) => setValues({ ...values, name: next })}
          error={nameProblem}
          autoCapitalize="none"
          spellCheck="false"
          autoFocus
        />
        <TextField
          label={t('settings.new.title')}
          need="optional"
          placeholder={name}
          value={values.title}
          onChange={(title) => setValues({ ...values, title })}
          error={titleProblem}
        />
        {children}
        <div className={styles.buttons}>
          <Button size="medium" onPress={() => setValues(undefined)}>
            {t('ui.cancel')}
          </Button>
          <Button
            size="medium"
            type="submit"
            variant="primary"
            isDisabled={!canAdd}
            isPending={isSaving}
            disabledReason={offlineReason}
          >
            {t('settings.new.add')}
          </Button>
        </div>
      </form>
    </section>
  )
}

function checkName(name: string, taken: readonly string[]): string | undefined {
  if (name === '') return undefined
  if (name.length > LIMITS.nameLength) return t('settings.tooLong', { max: LIMITS.nameLength })
  if (!PATTERNS.itemName.test(name)) return t('settings.new.nameWrong')
  return taken.includes(name) ? t('settings.new.nameTaken') : undefined
}
