import { describe, expect, it } from 'vitest'
import { closingLine, countResults, skippedTests } from './count-results.mjs'

/** The entry of a test file in Vitest's report, with tests of these statuses. */
function file(status: string, ...tests: string[]) {
  return { name: 'x.test.ts', status, assertionResults: tests.map((test) => ({ status: test })) }
}

describe('countResults', () => {
  const passing = file('passed', 'passed', 'passed')
  const cases: [string, Parameters<typeof countResults>, [passed: number, failed: number, skipped: number]][] = [
    ['adds up the files', [{ testResults: [passing, file('failed', 'passed', 'failed')] }, 1], [3, 1, 0]],
    [
      'counts what did not run as skipped',
      [{ testResults: [file('passed', 'pending', 'todo', 'skipped')] }, 0],
      [0, 0, 3],
    ],
    ['fails a file that could not be loaded', [{ testResults: [passing, file('failed')] }, 1], [2, 1, 0]],
    [
      'fails a file whose tests pass and whose tear-down does not',
      [{ testResults: [file('failed', 'passed')] }, 1],
      [1, 1, 0],
    ],
    ['fails a run with an error outside the tests', [{ testResults: [passing] }, 1], [2, 1, 0]],
    ['fails a run without a report', [undefined, 137], [0, 1, 0]],
    [
      'fails a run that skipped a test where all have to run',
      [{ testResults: [file('passed', 'passed', 'skipped')] }, 0, true],
      [1, 1, 1],
    ],
    ['passes a run of all tests where all have to run', [{ testResults: [passing] }, 0, true], [2, 0, 0]],
  ]
  it.each(cases)('%s', (_title, given, [passed, failed, skipped]) => {
    expect(countResults(...given)).toEqual({ passed, failed, skipped })
  })
})

it('names the tests that did not run', () => {
  const tests = ['passed', 'pending', 'failed', 'skipped'].map((status) => ({ status, fullName: `a ${status} one` }))
  const report = { testResults: [{ name: 'x.test.ts', status: 'failed', assertionResults: tests }] }
  expect(skippedTests(report)).toEqual(['x.test.ts: a pending one', 'x.test.ts: a skipped one'])
  expect(skippedTests(undefined)).toEqual([])
})

describe('closingLine', () => {
  it('names skipped tests only when there are some', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
    expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
  })
})
