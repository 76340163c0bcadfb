import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { Ban, Copy, EllipsisVertical, Info, ScanSearch, TextQuote } from 'lucide-react'
import { t } from '../../i18n/explore.ts'
import { copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { CardTools } from './RecordCard.tsx'

interface CardMenuProps<Body extends AnyRecordBody> {
  record: EditableRecord<Body>
  title: string
  isAnnotating: boolean
  tools: CardTools<Body>
}

/** What else can be done with a record. */
export function CardMenu<Body extends AnyRecordBody>({ record, title, isAnnotating, tools }: CardMenuProps<Body>) {
  const vectors = Object.keys(record.body.vectors ?? {})
  return (
    <Menu
      label={t('explore.card.menu')}
      trigger={<IconButton icon={EllipsisVertical} label={t('explore.card.menu')} size="small" />}
    >
      <MenuItem icon={Info} onAction={() => tools.showDetails(record)}>
        {t('explore.card.details')}
      </MenuItem>
      <MenuItem icon={Copy} onAction={() => void copyText(recordKey(record))}>
        {t('explore.card.copyId')}
      </MenuItem>
      <MenuItem icon={TextQuote} onAction={() => void copyText(title)}>
        {t('explore.card.copyText')}
      </MenuItem>
      {vectors.length === 0 ? (
        <MenuItem icon={ScanSearch} isDisabled>
          {`${t('explore.card.similar')} · ${t('explore.card.noVectors')}`}
        </MenuItem>
      ) : (
        vectors.map((vector) => (
          <MenuItem key={vector} icon={ScanSearch} onAction={() => tools.findSimilar(record, vector)}>
            {vectors.length === 1 ? t('explore.card.similar') : `${t('explore.card.similar')}: ${vector}`}
          </MenuItem>
        ))
      )}
      {isAnnotating && record.status !== 'Discarded' && (
        <MenuItem icon={Ban} onAction={() => tools.discard(record)}>
          {t('explore.discard')}
        </MenuItem>
      )}
    </Menu>
  )
}
