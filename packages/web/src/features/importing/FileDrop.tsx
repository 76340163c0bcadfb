import { CircleAlert, FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/areas/importing.ts'
import { useStableCallback } from '../../ui/browser/use-stable-callback.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import styles from './FileDrop.module.css'
import { FileInput } from './FileInput.tsx'

interface FileDropProps {
  onFiles: (files: readonly File[]) => void
  error?: string
  /** Shown in place of a file: the button to choose another gets the focus. */
  isAgain?: boolean
}

/** The drop zone and file chooser. Highlighted while files are dragged over the page. */
export function FileDrop({ onFiles, error, isAgain }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = useStableCallback(onFiles)
  // Accept drops anywhere on the page: outside a drop zone the browser would open the file and leave the page.
  useEffect(() => {
    const handle = (event: DragEvent) => {
      const hasFiles = event.dataTransfer?.types.includes('Files') ?? false
      if (!hasFiles) return
      event.preventDefault()
      const isGone = event.type === 'dragleave' && event.relatedTarget === null
      setOver(event.type !== 'drop' && !isGone)
      if (event.type === 'drop') take([...(event.dataTransfer?.files ?? [])])
    }
    const types = ['dragover', 'dragleave', 'drop'] as const
    for (const type of types) window.addEventListener(type, handle)
    return () => {
      for (const type of types) window.removeEventListener(type, handle)
    }
  }, [take])
  return (
    <div>
      <div className={styles.zone} data-over={isOver || undefined}>
        <span className={styles.mark}>
          <Icon icon={FileUp} size={28} />
        </span>
        <p className={styles.title}>{t(isOver ? 'import.dropNow' : 'import.drop')}</p>
        <p className={styles.or}>{t('import.dropOr')}</p>
        <Button variant="primary" autoFocus={isAgain} onPress={() => input.current?.click()}>
          {t('import.chooseFile')}
        </Button>
        <FileInput
          ref={input}
          label={t('import.file')}
          multiple
          accept=".xlsx,.xlsm,.csv,.tsv,.tab,.json,.jsonl,.ndjson,.parquet,.txt,.text,.conll,.bio,.iob,.iob2,.gz,text/*,application/json"
          onFiles={onFiles}
        />
        <p className={styles.formats}>{t('import.formats')}</p>
      </div>
      <div role="alert" className={styles.error}>
        {error && (
          <p className={styles.reason}>
            <Icon icon={CircleAlert} />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
