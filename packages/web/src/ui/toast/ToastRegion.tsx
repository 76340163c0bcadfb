import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useDeferredValue, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/index.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Icon } from '../display/Icon.tsx'
import styles from './ToastRegion.module.css'
import { type Toast, type ToastPosition, type ToastQueue, type ToastType, toasts } from './toast-queue.ts'

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleX } satisfies Record<
  ToastType,
  unknown
>

/** Where the page's toasts appear. A pointer moving over them, or focus on them, pauses their timers. */
export function ToastRegion({ queue = toasts }: { queue?: ToastQueue }) {
  // Low priority: the next record renders before the toast about the last one.
  const visible = useDeferredValue(useSyncExternalStore(queue.subscribe, queue.getVisible))
  const positions = [...new Set(visible.map((toast) => toast.position))]

  // A removed toast gets no pointer-leave event: without toasts nothing may stay paused.
  useEffect(() => {
    if (visible.length === 0) queue.resume()
  }, [visible.length, queue])

  // In the body, where dialogs are, and therefore above them.
  return createPortal(
    // With this attribute, React Aria keeps the toasts reachable while a modal dialog is open.
    <section aria-label={t('ui.notifications')} data-react-aria-top-layer="true">
      {positions.map((position) => (
        <ToastStack
          key={position}
          position={position}
          stack={visible.filter((toast) => toast.position === position)}
          queue={queue}
        />
      ))}
    </section>,
    document.body,
  )
}

interface ToastStackProps {
  position: ToastPosition
  stack: readonly Toast[]
  queue: ToastQueue
}

function ToastStack({ position, stack, queue }: ToastStackProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches, the controls are inside
    <div
      className={styles.stack}
      data-position={position}
      // Not on enter: a toast that appears under a resting pointer would never leave.
      onPointerMove={() => queue.pause()}
      onPointerLeave={() => queue.resume()}
      onFocus={() => queue.pause()}
      onBlur={() => queue.resume()}
    >
      {stack.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => queue.dismiss(toast.id)} />
      ))}
    </div>
  )
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { type } = toast
  const actions = [toast.action, toast.otherAction].filter((action) => action !== undefined)
  const isUrgent = type === 'error' || type === 'warning'
  return (
    <div className={styles.toast} data-type={type} data-leaving={toast.isLeaving || undefined}>
      <span className={styles.sign}>
        <Icon icon={ICONS[type]} size={18} />
      </span>
      <p className={styles.message} role={isUrgent ? 'alert' : 'status'}>
        {toast.message}
      </p>
      {actions.length > 0 && (
        <span className={styles.actions}>
          {actions.map((action) => (
            <Button
              key={action.label}
              size="small"
              onPress={() => {
                action.run()
                onDismiss()
              }}
            >
              {action.label}
            </Button>
          ))}
        </span>
      )}
      <IconButton icon={X} label={t('ui.dismiss')} size="tiny" onPress={onDismiss} />
    </div>
  )
}
