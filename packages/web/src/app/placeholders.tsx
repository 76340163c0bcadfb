import { useParams } from 'react-router'
import { t } from '../i18n/index.ts'
import { PlaceholderPage } from './PlaceholderPage.tsx'

// The pages that later parts bring. Each goes when routes.tsx loads the real one from its feature.

const DATASETS = { label: t('app.datasets'), to: '/datasets' }

export function TaskSettingsPlaceholder() {
  const { workspace = '', dataset = '' } = useParams()
  const crumbs = [
    DATASETS,
    workspaceCrumb(workspace),
    { label: dataset, to: `/datasets/${encodeURIComponent(workspace)}/${encodeURIComponent(dataset)}` },
    { label: t('app.settings') },
  ]
  return <PlaceholderPage words={t('app.later.taskSettings')} crumbs={crumbs} />
}

function workspaceCrumb(workspace: string) {
  return { label: workspace, to: `/datasets?workspaces=${encodeURIComponent(workspace)}` }
}
