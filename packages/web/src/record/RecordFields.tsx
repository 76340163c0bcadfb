import { Code, Eye } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ErrorBoundary } from '../ui/display/ErrorBoundary.tsx'
import { LazyMarkdown } from '../ui/markdown/LazyMarkdown.tsx'
import { MarkedText } from './MarkedText.tsx'
import styles from './RecordFields.module.css'
import type { FindRanges, RecordField, RecordTexts } from './record-parts.ts'

interface RecordFieldsProps {
  fields: readonly RecordField[]
  record: RecordTexts
  /** Replaces the plain text of fields in which spans are marked. */
  renderText?: (field: RecordField, text: string) => ReactNode
  findRanges?: FindRanges | undefined
}

/** The texts of a record, in the dataset's order; empty ones are left out. */
export function RecordFields({ fields, record, renderText, findRanges }: RecordFieldsProps) {
  const shown = fields.flatMap((field) => {
    const text = record.fields[field.name]
    return text === null || text === undefined || text === '' ? [] : [{ field, text }]
  })
  if (shown.length === 0) return <p className={styles.none}>{t('annotate.noFields')}</p>
  return (
    <div className={styles.fields}>
      {shown.map(({ field, text }) => (
        <FieldView
          key={field.name}
          field={field}
          text={text}
          special={renderText?.(field, text)}
          findRanges={findRanges}
        />
      ))}
    </div>
  )
}

interface FieldViewProps {
  field: RecordField
  text: string
  special: ReactNode
  findRanges: RecordFieldsProps['findRanges']
}

function FieldView({ field, text, special, findRanges }: FieldViewProps) {
  const [isRaw, setRaw] = useState(false)
  const canRender = field.settings?.use_markdown === true && !special
  // A list of records contains the same field several times, so field names are not unique ids.
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls; this is a text with a title
    <div role="group" aria-labelledby={titleId} className={styles.field}>
      <div className={styles.head} data-field-head>
        <h2 className={styles.title} id={titleId}>
          {field.title}
        </h2>
        <span className={styles.tools}>
          {canRender && (
            <IconButton
              icon={isRaw ? Eye : Code}
              label={t(isRaw ? 'annotate.showRendered' : 'annotate.showRaw', { field: field.title })}
              size="tiny"
              onPress={() => setRaw(!isRaw)}
            />
          )}
          <CopyButton text={text} label={t('annotate.copyField', { field: field.title })} />
        </span>
      </div>
      <ErrorBoundary fallback={() => <div className={styles.plain}>{text}</div>} madeFrom={text}>
        <FieldText {...{ field, text, special, findRanges, isRaw, canRender }} />
      </ErrorBoundary>
    </div>
  )
}

interface FieldTextProps extends FieldViewProps {
  isRaw: boolean
  canRender: boolean
}

function FieldText({ field, text, special, findRanges, isRaw, canRender }: FieldTextProps) {
  if (special || (canRender && !isRaw))
    return (
      <NodeMarks field={field} findRanges={findRanges}>
        {special ?? (
          <div className={styles.rendered}>
            <LazyMarkdown>{text}</LazyMarkdown>
          </div>
        )}
      </NodeMarks>
    )
  return (
    <div className={isRaw ? styles.raw : styles.plain} dir="auto">
      <MarkedText text={text} ranges={findRanges?.(field, text) ?? []} />
    </div>
  )
}

interface NodeMarksProps {
  field: RecordField
  /** Undefined without a text query. */
  findRanges: FindRanges | undefined
  children: ReactNode
}

/** Marks the matches of a query in text rendered by other components: Markdown, a text with spans. */
function NodeMarks({ field, findRanges, children }: NodeMarksProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? findRanges?.markIn(box.current, field) : undefined), [field, findRanges])
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
