import { t } from '../../../i18n/areas/datasets.ts'
import { CodeBlock } from '../../../ui/display/CodeBlock.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './ProgramDialog.module.css'

/** Instructions to add records from a program: connect, create a dataset, send records. */
export function ProgramDialog({ onClose }: { onClose: () => void }) {
  const steps = [
    { title: t('datasets.program.key'), code: undefined },
    { title: t('datasets.program.connect'), code: connectCode(location.origin) },
    { title: t('datasets.program.push'), code: PUSH_CODE },
  ]
  return (
    <Dialog title={t('datasets.way.program')} isOpen onClose={onClose} width={680}>
      <ol className={styles.steps}>
        {steps.map(({ title, code }) => (
          <li key={title}>
            <p>{title}</p>
            {code && <CodeBlock code={code} />}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

const connectCode = (origin: string) => `pip install "argilla==1.29.1"

import argilla as rg
rg.init(api_url="${origin}", api_key="YOUR_API_KEY")`

const PUSH_CODE = `dataset = rg.FeedbackDataset(
    fields=[rg.TextField(name="text")],
    questions=[rg.LabelQuestion(name="label", labels=["yes", "no"])],
)
record = rg.FeedbackRecord(fields={"text": "Is this a question?"})
dataset.add_records([record])
dataset.push_to_argilla(name="my-first-dataset", workspace="default")`
