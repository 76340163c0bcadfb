import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useOfflineReason } from '../browser/use-offline-reason.ts'
import styles from './AddTexts.module.css'
import { Button } from './Button.tsx'
import { Chip } from './Chip.tsx'
import { TextArea } from './TextArea.tsx'

interface AddTextsProps {
  words: {
    /** Label of the button that opens the text box. */
    open: string
    label: string
    help: string
    preview: string
    add: (count: number) => string
  }
  /** Splits the typed text into entries, without blanks and duplicates. */
  parse: (typed: string) => readonly string[]
  /** Whether the list contains the text already. */
  isKnown: (text: string) => boolean
  /** What the user should know about these texts before they are added. */
  noteOn?: (texts: readonly string[]) => string | undefined
  isPending: boolean
  /** Resolves to whether the texts were added; if true, the box closes. */
  onAdd: (texts: readonly string[]) => Promise<boolean>
}

/** Adds texts to a list in place: a button that opens a small text box. Enter adds, Shift+Enter starts a new line, Escape closes. */
export function AddTexts({ words, parse, isKnown, noteOn, isPending, onAdd }: AddTextsProps) {
  const [typed, setTyped] = useState<string>()
  const offlineReason = useOfflineReason()
  const texts = parse(typed ?? '')
  const close = () => setTyped(undefined)
  const add = async () => {
    if (texts.length === 0 || isPending || offlineReason !== undefined) return
    if (await onAdd(texts)) close()
  }
  if (typed === undefined) {
    return (
      <Button size="small" icon={Plus} onPress={() => setTyped('')}>
        {words.open}
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
          void add()
        }
      }}
    >
      <TextArea
        label={words.label}
        description={words.help}
        value={typed}
        onChange={setTyped}
        rows={1}
        maxHeight={200}
        spellCheck="false"
        autoFocus
      />
      {texts.length > 0 && (
        <ul className={styles.preview} aria-label={words.preview}>
          {texts.map((text) => (
            <li key={text}>
              <Chip tone={isKnown(text) ? 'plain' : 'verdigris'}>{text}</Chip>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={styles.note}>
        {noteOn?.(texts)}
      </p>
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
          onPress={() => void add()}
        >
          {words.add(texts.filter((text) => !isKnown(text)).length)}
        </Button>
      </div>
    </div>
  )
}
