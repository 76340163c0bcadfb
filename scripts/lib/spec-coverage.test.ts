import { expect, it } from 'vitest'
import { OPEN_STATEMENTS, readCoverage } from './spec-coverage.mjs'

const coverage = readCoverage()

it('every statement of the checklist is proved by a test, but for those known as open', () => {
  expect(coverage.missing.filter((id) => !OPEN_STATEMENTS.includes(id))).toEqual([])
})

it('what is proved is no longer listed as open', () => {
  expect(OPEN_STATEMENTS.filter((id) => !coverage.missing.includes(id))).toEqual([])
})

it('test titles name statements of the checklist only', () => {
  expect(coverage.unknown).toEqual([])
})
