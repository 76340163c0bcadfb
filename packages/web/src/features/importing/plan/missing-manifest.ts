import { exportedTask } from '@postil/importing/classic/guess'
import type { PlannedImport } from '../import-state.ts'

/** The family of the dataset whose export is imported without its manifest; undefined when no manifest is needed. */
export function missingManifest({ scan, manifest, classicManifest, to }: PlannedImport) {
  // An existing dataset has its own settings.
  if (to.kind !== 'new' || manifest || classicManifest) return undefined
  if (exportedTask(scan.profile)) return 'classic'
  return scan.encoding === 'foreign' ? undefined : 'feedback'
}
