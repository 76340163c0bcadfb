import { t } from '../../i18n/index.ts'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { HeaderSlot } from '../../ui/layout/HeaderSlot.tsx'

interface DatasetCrumbsProps {
  /** Names of the workspace and the dataset; undefined while they are not known. */
  workspace: string | undefined
  dataset: string | undefined
  /** The page of the dataset, and the title of a page below it. */
  to?: string
  page?: string
}

/** The trail from the list to a dataset, or to a page below it. */
export function DatasetCrumbs({ workspace, dataset, to, page }: DatasetCrumbsProps) {
  return (
    <HeaderSlot place="crumbs">
      <Breadcrumbs
        crumbs={[
          { label: t('app.datasets'), to: '/datasets' },
          ...(workspace ? [{ label: workspace, to: listPath(workspace) }] : []),
          ...(dataset ? [{ label: dataset, to, isCopyable: true }] : []),
          ...(page ? [{ label: page }] : []),
        ]}
      />
    </HeaderSlot>
  )
}

/** The list of the datasets of a workspace. */
export function listPath(workspace: string): string {
  return `/datasets?workspaces=${encodeURIComponent(workspace)}`
}
