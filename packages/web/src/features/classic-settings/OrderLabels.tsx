import { type GlobalLabel, listLabels, SHORTCUT_CHARS } from '@postil/domain/task-editing/labels'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { t } from '../../i18n/areas/classic/settings.ts'
import { useCardDrag } from '../../ui/browser/use-card-drag.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { breakable } from '../../ui/display/breakable.tsx'
import { KeyCap } from '../../ui/display/KeyCap.tsx'
import shared from '../dataset-settings/DatasetSettings.module.css'
import { useSaveLabels } from '../explore/labels/use-save-labels.ts'
import styles from './ClassicSettings.module.css'

interface OrderLabelsProps {
  dataset: ClassicDataset
  labels: readonly GlobalLabel[]
  onClose: () => void
}

/** Reorders the labels, by drag or with two buttons each; saved only on Save. */
export function OrderLabels({ dataset, labels, onClose }: OrderLabelsProps) {
  const [order, setOrder] = useState(() => listLabels(labels).map(({ text }) => text))
  const list = useRef<HTMLOListElement>(null)
  // The button that opened this is gone; it may also have been far below the list.
  useEffect(() => list.current?.focus(), [])
  const offlineReason = useOfflineReason()
  const { mutate, isPending } = useSaveLabels(dataset, labels)
  const isChanged = listLabels(labels).some(({ text }, at) => order[at] !== text)
  const move = (text: string, place: number) => {
    if (place < 0 || place >= order.length) return
    setOrder(order.filter((other) => other !== text).toSpliced(place, 0, text))
  }
  const placeOf = (text: string | undefined) => (text === undefined ? -1 : order.indexOf(text))
  const { drag, handlersFor } = useCardDrag((text, slot) => move(text, order.indexOf(slot)))
  return (
    <>
      <p className="note">{t('labels.reordering')}</p>
      <ol className={styles.order} ref={list} tabIndex={-1} aria-label={t('labels.title')}>
        {order.map((text, at) => {
          const places = { label: text, place: at + 1, count: order.length }
          return (
            <li
              key={text}
              className={styles.row}
              data-slot={text}
              data-dragged={drag?.card === text || undefined}
              data-drop={drag?.over === text ? sideOf(at, placeOf(drag.card)) : undefined}
              {...handlersFor(text)}
            >
              <span className={styles.rowText} data-grip>
                {breakable(text)}
              </span>
              {SHORTCUT_CHARS[at] !== undefined && <KeyCap keys={SHORTCUT_CHARS[at]} />}
              <IconButton
                icon={ChevronUp}
                size="small"
                label={t('labels.earlier', places)}
                isDisabled={at === 0}
                onPress={() => move(text, at - 1)}
              />
              <IconButton
                icon={ChevronDown}
                size="small"
                label={t('labels.later', places)}
                isDisabled={at === order.length - 1}
                onPress={() => move(text, at + 1)}
              />
            </li>
          )
        })}
      </ol>
      <div className={shared.buttons}>
        <Button size="medium" onPress={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button
          size="medium"
          variant="primary"
          isDisabled={!isChanged}
          isPending={isPending}
          disabledReason={offlineReason}
          onPress={() => mutate({ type: 'order', texts: order }, { onSuccess: onClose })}
        >
          {t('labels.saveOrder')}
        </Button>
      </div>
    </>
  )
}

/** On which side of a row the dragged one would be dropped. */
function sideOf(at: number, from: number): 'before' | 'after' | undefined {
  if (at === from) return undefined
  return at < from ? 'before' : 'after'
}
