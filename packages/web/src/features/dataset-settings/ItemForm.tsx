import { Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/settings.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './DatasetSettings.module.css'
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
  const part = useRef<HTMLElement>(null)
  // React does not report that a button loses the focus by being disabled.
  const isOnButton = useRef(false)
  useLayoutEffect(() => {
    // A button that is disabled because it was pressed loses the focus: keep it in the form.
    if (!item.isModified && isOnButton.current) part.current?.focus({ preventScroll: true })
  }, [item.isModified])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    item.update()
  }
  return (
    <section
      ref={part}
      className={styles.item}
      aria-label={label}
      tabIndex={-1}
      data-modified={item.isModified || undefined}
    >
      <form
        className={styles.form}
        onSubmit={handleSubmit}
        onFocus={({ target }) => {
          isOnButton.current = target.matches('button')
        }}
        onBlur={() => {
          isOnButton.current = false
        }}
        noValidate
      >
        {head && (
          <div className={styles.itemHead}>
            {head}
            {removal && <RemoveItem label={label} {...removal} />}
          </div>
        )}
        {children}
        <SavedByOthers texts={item.savedByOthers} />
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

/** What somebody else has saved while this form was edited. */
function SavedByOthers({ texts }: { texts: readonly string[] | undefined }) {
  return (
    <div role="alert" className={styles.byOthers} hidden={!texts}>
      {texts && (
        <>
          <p>{t('settings.savedMeanwhile')}</p>
          {texts.map((text) => (
            <blockquote key={text}>{text.trim() === '' ? t('settings.emptied') : text}</blockquote>
          ))}
        </>
      )}
    </div>
  )
}

interface RemoveItemProps {
  /** A sentence about what happens to the records. */
  consequence: string
  /** Resolves when the server has removed the item. */
  onRemove: () => Promise<unknown>
}

/** A button that removes an item from the dataset after confirmation. A failure is shown, and the item stays. */
function RemoveItem({ label, consequence, onRemove }: RemoveItemProps & { label: string }) {
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    try {
      await onRemove()
      toasts.notify({ type: 'success', message: t('settings.removed', { label }) })
    } catch (error) {
      showError(error)
      setPending(false)
      setAsking(false)
    }
  }
  return (
    <>
      <IconButton icon={Trash2} label={t('settings.remove', { label })} onPress={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={t('settings.removeTitle', { label })}
          action={t('settings.removeAction')}
          isPending={isPending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          {consequence}
        </ConfirmDialog>
      )}
    </>
  )
}
