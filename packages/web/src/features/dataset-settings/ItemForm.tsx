import type { FormEvent, ReactNode } from 'react'
import { t } from '../../i18n/areas/settings.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './DatasetSettings.module.css'
import { RemoveItem, type RemoveItemProps } from './RemoveItem.tsx'
import type { Item } from './use-item.ts'

interface ItemFormProps<Values extends object> {
  item: Item<Values>
  /** Accessible name of the form. */
  label: string
  head?: ReactNode
  /** Set if the item can be removed from the dataset. */
  removal?: RemoveItemProps
  children: ReactNode
  /** Shown beside the form: a preview. */
  aside?: ReactNode
}

/** One small form. Cancel restores the saved values, Update saves; both are disabled until something changes. */
export function ItemForm<Values extends object>({
  item,
  label,
  head,
  removal,
  children,
  aside,
}: ItemFormProps<Values>) {
  const offlineReason = useOfflineReason()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    item.update()
  }
  return (
    <section className={styles.item} aria-label={label} data-modified={item.isModified || undefined}>
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        {head && (
          <div className={styles.itemHead}>
            {head}
            {removal && <RemoveItem label={label} {...removal} />}
          </div>
        )}
        {children}
        <div className={styles.buttons}>
          <p className={styles.refusal} role="status">
            {item.refusal}
          </p>
          <Button size="medium" isDisabled={!item.isModified} onPress={item.restore}>
            {t('ui.cancel')}
          </Button>
          <Button
            size="medium"
            type="submit"
            variant="primary"
            isDisabled={!item.canUpdate}
            isPending={item.isSaving}
            disabledReason={offlineReason}
          >
            {t('settings.update')}
          </Button>
        </div>
      </form>
      {aside}
    </section>
  )
}
