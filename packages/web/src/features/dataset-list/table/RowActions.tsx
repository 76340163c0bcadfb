import {
  BookOpen,
  ChartLine,
  Copy,
  Download,
  Ellipsis,
  FileUp,
  Link2,
  PencilLine,
  Settings,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { t } from '../../../i18n/areas/datasets.ts'
import { copyText } from '../../../ui/browser/copy-text.ts'
import iconButtonStyles from '../../../ui/controls/IconButton.module.css'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/Menu.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { LazyExportDialog } from '../../exporting/LazyExportDialog.tsx'
import type { DatasetRow } from '../dataset-row.ts'
import { NEW_DATASET_PATH } from '../new-dataset-path.ts'
import styles from './DatasetTable.module.css'

interface RowActionsProps {
  row: DatasetRow
  /** Whether this user may change and delete datasets. */
  canManage: boolean
  onRename: () => void
  onDelete: () => void
}

/** The menu of actions of one dataset. */
export function RowActions({ row, canManage, onRename, onDelete }: RowActionsProps) {
  const [isExporting, setExporting] = useState(false)
  // In the settings of a feedback dataset annotators see only the guidelines.
  const isGuidelines = !canManage && row.kind === 'Feedback'
  return (
    <div className={styles.actions}>
      <Link
        href={row.settingsTo}
        aria-label={t(isGuidelines ? 'datasets.guidelinesOf' : 'datasets.settingsOf', { name: row.name })}
        className={`${iconButtonStyles.button} ${iconButtonStyles.medium} ${styles.gear}`}
      >
        <Icon icon={isGuidelines ? BookOpen : Settings} />
      </Link>
      <Menu
        label={t('datasets.actionsOf', { name: row.name })}
        trigger={<IconButton icon={Ellipsis} label={t('datasets.actionsOf', { name: row.name })} />}
      >
        <MenuItem icon={Link2} onAction={() => void copy(new URL(row.to, location.href).href)}>
          {t('datasets.copyLink')}
        </MenuItem>
        <MenuItem icon={Copy} onAction={() => void copy(row.name)}>
          {t('ui.copyName')}
        </MenuItem>
        <MenuItem icon={Copy} onAction={() => void copy(row.id)}>
          {t('datasets.copyId')}
        </MenuItem>
        <MenuItem icon={isGuidelines ? BookOpen : Settings} href={row.settingsTo}>
          {t(isGuidelines ? 'annotate.guidelines' : 'app.settings')}
        </MenuItem>
        {canManage && (
          <MenuItem icon={ChartLine} href={row.progressTo}>
            {t('datasets.team')}
          </MenuItem>
        )}
        <MenuItem icon={Download} onAction={() => setExporting(true)}>
          {t('export.menu')}
        </MenuItem>
        {canManage && (
          <MenuItem
            icon={FileUp}
            href={`${NEW_DATASET_PATH}?${new URLSearchParams(row.kind === 'Feedback' ? { into: row.id } : { workspace: row.workspace, dataset: row.name })}`}
          >
            {t('import.menu')}
          </MenuItem>
        )}
        {canManage && <MenuSeparator />}
        {canManage && row.kind === 'Feedback' && (
          <MenuItem icon={PencilLine} onAction={onRename}>
            {t('datasets.rename')}
          </MenuItem>
        )}
        {canManage && (
          <MenuItem icon={Trash2} isDanger onAction={onDelete}>
            {t('datasets.delete')}
          </MenuItem>
        )}
      </Menu>
      {isExporting && (
        <LazyExportDialog
          source={
            row.kind === 'Feedback'
              ? { datasetId: row.id }
              : { workspace: row.workspace, name: row.name, task: row.kind }
          }
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

async function copy(text: string): Promise<void> {
  const isCopied = await copyText(text)
  toasts.notify(
    isCopied ? { type: 'success', message: t('ui.copied') } : { type: 'error', message: t('ui.copyFailed') },
  )
}
