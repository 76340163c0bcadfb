import type { Question } from '@postil/contract/feedback/settings/questions'
import { useQuery } from '@tanstack/react-query'
import { Medal } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { fetchGold } from '../../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/known-answer.ts'
import { commands, useCommand } from '../../../keyboard/use-command.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import type { FormController } from '../use-form.ts'

const KnownAnswer = lazy(() => import('./KnownAnswer.tsx').then((m) => m.KnownAnswer), { prefetch: false })

commands.define([{ id: 'annotate.known', label: t('known.set'), group: t('annotate.group'), keys: ['K'] }])

interface GoldMarkProps {
  record: AnnotationRecord
  questions: readonly Question[]
  form: FormController
}

/** For leads: shows whether the record is gold, and opens the form that sets its known answer. */
export function GoldMark({ record, questions, form }: GoldMarkProps) {
  // For another record the form is closed.
  const [openFor, setOpenFor] = useState<string>()
  const { data: isGold } = useQuery({
    queryKey: queryKeys.gold(record.datasetId, record.id),
    queryFn: () => fetchGold(record.id),
    staleTime: 0,
    meta: SILENT,
  })
  const command = useCommand('annotate.known', { run: () => setOpenFor(record.id) })
  return (
    <Popover
      label={t('known.title')}
      placement="bottom end"
      width={380}
      isOpen={openFor === record.id}
      onOpenChange={(isOpen) => setOpenFor(isOpen ? record.id : undefined)}
      trigger={
        <IconButton
          icon={Medal}
          label={isGold ? t('known.isGold') : command.label}
          size="small"
          keys={command.keys}
          isActive={isGold === true}
        />
      }
    >
      {(close) => (
        <Suspense fallback={<Skeleton height={160} />}>
          <KnownAnswer
            record={record}
            questions={questions}
            answers={form.form.answers}
            isGold={isGold}
            onSaved={close}
          />
        </Suspense>
      )}
    </Popover>
  )
}
