import { FilePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FileInput } from '../FileInput.tsx'
import styles from './Notice.module.css'

interface ManifestNoticeProps {
  fileName: string
  isClassic: boolean
  /** Returns false when the file is no manifest. */
  onManifest: (file: File) => Promise<boolean>
}

/** An export without its manifest: what the new dataset will lack, and a button to add the manifest. */
export function ManifestNotice({ fileName, isClassic, onManifest }: ManifestNoticeProps) {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setRefused((await onManifest(file)) ? undefined : file.name)
  }
  return (
    <div className={styles.notice} data-tone="ochre">
      <p role="status" className={styles.reason}>
        <strong>{t('import.noManifest', { file: `${fileName}.manifest.json` })}</strong>{' '}
        {t(isClassic ? 'import.noManifest.classic' : 'import.noManifest.feedback')}
      </p>
      <p role="alert" className={styles.reason}>
        {refused !== undefined && t('import.notManifest', { file: refused })}
      </p>
      <div className={styles.actions}>
        <Button size="medium" icon={FilePlus} onPress={() => input.current?.click()}>
          {t('import.addManifest')}
        </Button>
      </div>
      <FileInput
        ref={input}
        label={t('import.manifest')}
        accept=".json,application/json"
        onFiles={([file]) => void take(file)}
      />
    </div>
  )
}
