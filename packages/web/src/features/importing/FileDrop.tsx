import { CircleAlert, FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { t } from '../../i18n/importing.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FileDrop.module.css'

interface FileDropProps {
  onFiles: (files: readonly File[]) => void
  error?: string
}

/** Where a file is dropped or chosen. */
export function FileDrop({ onFiles, error }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const inputId = useId()
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a mouse */}
      <div
        className={styles.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <span className={styles.mark}>
          <Icon icon={FileUp} size={28} />
        </span>
        <p className={styles.title}>{t('import.drop')}</p>
        <p className={styles.or}>{t('import.dropOr')}</p>
        <Button variant="primary" onPress={() => input.current?.click()}>
          {t('import.chooseFile')}
        </Button>
        <label htmlFor={inputId} className="visuallyHidden">
          {t('import.file')}
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          multiple
          hidden
          accept=".xlsx,.xlsm,.csv,.tsv,.tab,.json,.jsonl,.ndjson,.parquet,.txt,.text,.conll,.bio,.iob,.iob2,.gz,text/*,application/json"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // So that the same file can be chosen again.
            event.target.value = ''
          }}
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
