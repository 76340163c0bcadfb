import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { Ban, Copy, EllipsisVertical, Info, ScanSearch, TextQuote } from 'lucide-react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { copyText } from '../../../ui/browser/copy-text.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ActionMenu } from '../../../ui/overlays/ActionMenu.tsx'
import type { MenuAction } from '../../../ui/overlays/ActionMenuSheet.tsx'
import type { CardTools } from '../task-parts.ts'

interface CardMenuProps<Body extends AnyRecordBody> {
  record: EditableRecord<Body>
  title: string
  isAnnotating: boolean
  tools: CardTools<Body>
}

/** The menu with the less frequent actions on a record. */
export function CardMenu<Body extends AnyRecordBody>({ record, title, isAnnotating, tools }: CardMenuProps<Body>) {
  const vectors = Object.keys(record.body.vectors ?? {})
  const similar: MenuAction[] =
    vectors.length === 0
      ? [{ icon: ScanSearch, isDisabled: true, label: `${t('explore.card.similar')} · ${t('explore.card.noVectors')}` }]
      : vectors.map((vector) => ({
          icon: ScanSearch,
          label: vectors.length === 1 ? t('explore.card.similar') : `${t('explore.card.similar')}: ${vector}`,
          onAction: () => tools.findSimilar(record, vector),
        }))
  const actions: MenuAction[] = [
    { icon: Info, label: t('explore.card.details'), onAction: () => tools.showDetails(record) },
    { icon: Copy, label: t('explore.card.copyId'), onAction: () => void copyText(recordKey(record)) },
    { icon: TextQuote, label: t('explore.card.copyText'), onAction: () => void copyText(title) },
    ...similar,
  ]
  if (isAnnotating && record.status !== 'Discarded')
    actions.push({ icon: Ban, label: t('explore.discard'), onAction: () => tools.discard(record) })
  return (
    <ActionMenu
      label={t('explore.card.menu')}
      trigger={<IconButton icon={EllipsisVertical} label={t('explore.card.menu')} size="small" />}
      actions={actions}
    />
  )
}
