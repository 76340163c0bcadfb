import { BaseSequencer } from 'vitest/node'

/**
 * Tests that take long although their files are short: Vitest would start them among the last of their project, and one of its workers would
 * then work alone to the end. The longest first.
 */
export const SLOW = [
  'packages/server/src/testing/crash-classic.test.ts',
  'packages/server/src/testing/crash.test.ts',
  'packages/server/src/testing/python-client/python-client.test.ts',
  'packages/server/src/testing/fuzz-bodies.test.ts',
  'packages/server/src/testing/python-client/agreement.test.ts',
  'packages/server/src/stop.test.ts',
  'packages/server/src/features/task/segments/seal-records.test.ts',
  'packages/server/src/features/feedback/resolutions/new-decisions.test.ts',
  'e2e/accessibility.test.ts',
  'e2e/classic-nothing-lost.test.ts',
  'e2e/classic-explore.test.ts',
]

/** Vitest's own order, in which the files of a project follow one another, larger ones first; but slow files come before all others. */
export class SlowFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => slowFirst(sorted.filter((file) => file.project === project)))
  }
}

/**
 * @template {{ moduleId: string }} File
 * @param {File[]} files
 * @returns {File[]}
 */
export function slowFirst(files) {
  /** @param {File} file */
  const placeOf = ({ moduleId }) => {
    const place = SLOW.findIndex((path) => moduleId.endsWith(`/${path}`))
    return place < 0 ? SLOW.length : place
  }
  return files.toSorted((one, other) => placeOf(one) - placeOf(other))
}
