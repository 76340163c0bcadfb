import { parseLabels } from '@postil/domain/task-editing/edit-labels'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ClassicDataset } from '../../../api/classic-datasets.ts'
import { t } from '../../../i18n/explore.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useOfflineReason } from '../../../ui/use-offline-reason.ts'
import styles from './AddLabels.module.css'
import { useSaveLabels } from './use-save-labels.ts'

interface AddLabelsProps {
  dataset: ClassicDataset
  /** The labels on the screen, saved or not. */
  labels: readonly GlobalLabel[]
}

/** Adds labels in place: a button that opens a small text box. Enter adds, Escape closes. */
export function AddLabels({ dataset, labels }: AddLabelsProps) {
  const [typed, setTyped] = useState<string>()
  const offlineReason = useOfflineReason()
  const { mutate, isPending } = useSaveLabels(dataset, labels)
  const texts = parseLabels(typed ?? '')
  const isShown = (text: string) => labels.some((label) => label.text === text)
  const newCount = texts.filter((text) => !isShown(text)).length
  const close = () => setTyped(undefined)
  const add = () => {
    if (texts.length > 0 && !isPending && offlineReason === undefined)
      mutate({ type: 'add', texts }, { onSuccess: close })
  }
  if (typed === undefined) {
    return (
      <Button size="small" icon={Plus} onPress={() => setTyped('')}>
        {t('labels.add')}
      </Button>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the text box, which must not reach the page's commands
    <div
      className={styles.adding}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') close()
        else if (event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement) {
          // While an input method composes a word, Enter belongs to it.
          if (event.nativeEvent.isComposing) return
          event.preventDefault()
          add()
        }
      }}
    >
      <TextArea
        label={t('labels.adding')}
        description={t('labels.addingHelp')}
        value={typed}
        onChange={setTyped}
        rows={1}
        maxHeight={200}
        spellCheck="false"
        autoFocus
      />
      {texts.length > 0 && (
        <ul className={styles.preview} aria-label={t('labels.preview')}>
          {texts.map((text) => (
            <li key={text}>
              <Chip tone={isShown(text) ? 'plain' : 'verdigris'}>{text}</Chip>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button size="small" onPress={close}>
          {t('ui.cancel')}
        </Button>
        <Button
          size="small"
          variant="primary"
          isDisabled={texts.length === 0}
          isPending={isPending}
          disabledReason={offlineReason}
          onPress={add}
        >
          {t('labels.addNow', { count: newCount })}
        </Button>
      </div>
    </div>
  )
}
