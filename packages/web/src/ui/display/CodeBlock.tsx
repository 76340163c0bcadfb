import { t } from '../../i18n/index.ts'
import { CopyButton } from '../controls/CopyButton.tsx'
import styles from './CodeBlock.module.css'

interface CodeBlockProps {
  code: string
}

/** Code as written, scrolling sideways, with a copy button. */
export function CodeBlock({ code }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={t('ui.copyCode')} className={styles.copy} />
    </div>
  )
}
